import { STREAM_BEAT_MS, type StreamAsk, type StreamPiece } from '@contract/stream.ts';
import type { Update } from './update.ts';

/** Silence after which a connection counts as gone: a proxy may hold back what it should pass on. */
const SILENT_MS = 5 * STREAM_BEAT_MS;
const RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;
/** Kept open for so long after nobody watches anything: the next page comes soon. */
const IDLE_MS = 30_000;
/** Characters of addresses in one message: the server takes 16 KiB. */
const MAX_ASKED = 8_000;

/** What is known of the way from the server. */
interface Way {
  /** By how much clocks are apart, as far as is known: the least by which a beat came after its time. */
  apartMs: number;
  /** By how much the last one came later than that: it was held up on its way, and so is what comes with it. */
  lateMs: number;
}
const unknownWay = (): Way => ({ apartMs: Number.POSITIVE_INFINITY, lateMs: 0 });

/** A connection to the stream that comes back by itself, for as long as something is watched. */
export interface Link {
  /** What is watched from now on. */
  watch(addresses: ReadonlySet<string>): void;
  /** Has an address told in full once more. */
  renew(address: string): void;
}

async function textOf(data: unknown): Promise<string> {
  if (typeof data === 'string') return data;
  const inflated = new Blob([data as ArrayBuffer]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(inflated).text();
}

/** @param url of the stream, ws: or wss:. @param told hears what comes, in its order. */
export function createLink(url: string, told: (updates: Update[]) => void): Link {
  let wanted: ReadonlySet<string> = new Set();
  /** What the server knows that it is to tell. */
  let asked = new Set<string>();
  let socket: WebSocket | undefined;
  let failures = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let idle: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  // Outlives a connection: one that begins on a slow way would take the delay for a difference of clocks.
  let way = unknownWay();

  function say(ask: { watch?: string[]; drop?: string[] }): void {
    const send = (message: StreamAsk) => socket?.send(JSON.stringify(message));
    for (const name of ['drop', 'watch'] as const) {
      let part: string[] = [];
      let length = 0;
      for (const address of ask[name] ?? []) {
        if (length + address.length > MAX_ASKED) {
          send({ [name]: part });
          part = [];
          length = 0;
        }
        part.push(address);
        length += address.length;
      }
      if (part.length > 0) send({ [name]: part });
    }
  }

  function ask(): void {
    if (socket?.readyState !== WebSocket.OPEN) return;
    const drop = [...asked].filter((address) => !wanted.has(address));
    const watch = [...wanted].filter((address) => !asked.has(address));
    asked = new Set(wanted);
    say({ watch, drop });
  }

  /**
   * @param addresses by the number that the server has given them on this connection.
   * @param heardAt when it came, local Unix milliseconds.
   */
  function updatesOf(text: string, addresses: Map<number, string>, heardAt: number): Update[] {
    const asOfAge = (age: number): number => heardAt - way.lateMs - age;
    return text.split('\n').flatMap((line): Update[] => {
      const piece = JSON.parse(line) as StreamPiece;
      if ('whole' in piece) {
        const { whole, age, ...update } = piece;
        addresses.set(whole, piece.address);
        return [{ kind: 'whole', ...update, asOf: asOfAge(age) }];
      }
      if ('patch' in piece) {
        const { patch, age, ...update } = piece;
        const address = addresses.get(patch);
        return address === undefined ? [] : [{ kind: 'patch', address, ...update, asOf: asOfAge(age) }];
      }
      if ('lost' in piece) return [{ kind: 'lost', address: piece.lost }];
      if (piece.at !== undefined) {
        way.apartMs = Math.min(way.apartMs, heardAt - piece.at);
        way.lateMs = heardAt - piece.at - way.apartMs;
      }
      return piece.same.flatMap(([age, topics]) =>
        topics.flatMap((topic): Update[] => {
          const address = addresses.get(topic);
          return address === undefined ? [] : [{ kind: 'same', address, asOf: asOfAge(age) }];
        }),
      );
    });
  }

  function open(): void {
    clearTimeout(retry);
    retry = undefined;
    const opened = new WebSocket(url);
    opened.binaryType = 'arraybuffer';
    socket = opened;
    const addresses = new Map<number, string>();
    let line = Promise.resolve();
    const hear = (): void => {
      clearTimeout(silence);
      silence = setTimeout(() => end(), SILENT_MS);
    };
    const end = (): void => {
      if (socket !== opened) return;
      socket = undefined;
      clearTimeout(silence);
      asked = new Set();
      opened.close();
      told([{ kind: 'down' }]);
      if (wanted.size === 0) return;
      failures += 1;
      // Full jitter: desks that were cut together must not come back together.
      const wait = RETRY_MS + Math.random() * Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** failures);
      retry = setTimeout(open, wait);
    };
    opened.onopen = () => {
      hear();
      ask();
    };
    opened.onmessage = ({ data }) => {
      const heardAt = Date.now();
      hear();
      line = line
        .then(async () => {
          const text = await textOf(data);
          if (socket !== opened) return;
          const updates = updatesOf(text, addresses, heardAt);
          // So late it is no better than silent, and may as well be a clock that was set: what is asked for is younger.
          if (way.lateMs > SILENT_MS) {
            way = unknownWay();
            return end();
          }
          failures = 0;
          told(updates);
        })
        .catch(end);
    };
    opened.onerror = end;
    opened.onclose = end;
    hear();
  }

  return {
    watch(addresses) {
      wanted = new Set(addresses);
      clearTimeout(idle);
      if (wanted.size === 0) {
        clearTimeout(retry);
        retry = undefined;
        idle = setTimeout(() => socket?.close(), IDLE_MS);
      } else if (!socket && retry === undefined) open();
      ask();
    },
    renew(address) {
      if (!asked.has(address)) return;
      say({ drop: [address] });
      asked.delete(address);
      ask();
    },
  };
}
