import type { QueryOptions, Results } from '@electric-sql/pglite';
import { errorOf } from '../common/thread.ts';
import type { Answer, ThreadReply, ThreadRequest } from './thread-messages.ts';
import { resultsOf } from './wire-rows.ts';

/** Of PGlite, what statements are sent with. */
export interface Statements {
  query<T>(sql: string, params?: unknown[], options?: QueryOptions): Promise<Results<T>>;
  exec(sql: string): Promise<unknown>;
}

/** Who waits for an answer. */
interface Waiting {
  readonly kind: ThreadRequest['kind'];
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
type Asked = Without<ThreadRequest, 'id'>;

/** Bytes without the rest of the memory they lie in, all of which would be copied with them. */
const alone = (param: unknown): unknown =>
  param instanceof Uint8Array && param.byteLength < param.buffer.byteLength ? new Uint8Array(param) : param;

/** Asks the thread of a database, by whatever way `post` reaches it. */
export function createThreadClient(post: (request: ThreadRequest) => void) {
  const pending = new Map<number, Waiting>();
  let last = 0;
  let failure: Error | undefined;

  const promised = (id: number, kind: Waiting['kind']): Promise<never> =>
    new Promise((resolve, reject) => {
      pending.set(id, { kind, resolve, reject });
    });

  function ask<T>(request: Asked): Promise<T> {
    if (failure) return Promise.reject(failure);
    last += 1;
    const answer = promised(last, request.kind);
    post({ id: last, ...request });
    return answer;
  }
  return {
    /** Resolves once the thread has said that the database is open; asked for before it says so. */
    opened: (): Promise<void> => promised(0, 'begin'),
    ask,
    statements(transaction?: number): Statements {
      const within = transaction === undefined ? {} : { transaction };
      return {
        query: async (sql, params = [], options = {}) => {
          const answer = await ask<Answer>({ kind: 'query', sql, params: params.map(alone), ...within });
          return resultsOf(answer, options);
        },
        exec: (sql) => ask({ kind: 'exec', sql, ...within }),
      };
    },
    /** What was asked for and has not been answered. */
    waiting: (): ThreadRequest['kind'][] => [...pending.values()].map(({ kind }) => kind),
    replied(reply: ThreadReply): void {
      const asked = pending.get(reply.id);
      pending.delete(reply.id);
      if ('failure' in reply) asked?.reject(errorOf(reply.failure));
      else asked?.resolve(reply.value as never);
    },
    /** Tells whoever waits, and whoever asks from now on. */
    fail(why: Error): void {
      failure = why;
      for (const { reject } of pending.values()) reject(why);
      pending.clear();
    },
  };
}
