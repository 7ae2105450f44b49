import { setTimeout as pause } from 'node:timers/promises';
import type { Keypair } from '@solana/web3.js';
import { type Reply, Trader } from '../../e2e/trader.ts';

type Json = Record<string, unknown>;

const AWAY_MS = 300;

/**
 * A client with a person before it: thinks before each request, and takes a server that is away as one that says so,
 * for a moment later it is asked something else.
 */
export class PatientTrader extends Trader {
  /** When nobody answered, on the clock of `performance.now()`. */
  readonly unanswered: number[] = [];

  constructor(
    url: string,
    private readonly thinkMs: number,
    keypair?: Keypair,
  ) {
    super(url, keypair);
  }

  override async send<T>(
    method: string,
    path: string,
    body?: Json,
    headers: Record<string, string> = {},
  ): Promise<Reply<T>> {
    await pause(this.thinkMs);
    const asked = performance.now();
    let reply: Reply<T>;
    try {
      reply = await super.send<T>(method, path, body, headers);
    } catch (error) {
      this.unanswered.push(asked);
      reply = { status: 503, body: { message: String(error) } as T };
    }
    if (reply.status >= 500) await pause(AWAY_MS);
    return reply;
  }
}
