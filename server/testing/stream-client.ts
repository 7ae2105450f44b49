import { once } from 'node:events';
import { gunzipSync } from 'node:zlib';
import { applyPatch, type Json } from '@contract/patch.ts';
import { STREAM_PATH, type StreamAsk, type StreamPiece } from '@contract/stream.ts';
import { type RawData, WebSocket } from 'ws';

/** A client of the stream, which keeps what it was told. */
export class StreamClient {
  /** Answers by address, as they stand. */
  readonly answers = new Map<string, { body: Json; version: number; age: number }>();
  readonly pieces: StreamPiece[] = [];
  /** Bytes of all messages, as they came. */
  bytes = 0;
  messages = 0;
  /** Closed: by which code. */
  closed: number | undefined;
  private readonly addresses = new Map<number, string>();

  private constructor(readonly socket: WebSocket) {
    socket.on('message', (data, isBinary) => this.take(data, isBinary));
    socket.on('close', (code) => {
      this.closed = code;
    });
    socket.on('error', () => undefined);
  }

  /** @param url of the server, http. */
  static async open(url: string, options: { headers?: Record<string, string> } = {}): Promise<StreamClient> {
    const client = new StreamClient(new WebSocket(url.replace(/^http/, 'ws') + STREAM_PATH, options));
    await once(client.socket, 'open');
    return client;
  }

  say(ask: StreamAsk): void {
    this.socket.send(JSON.stringify(ask));
  }
  watch(...addresses: string[]): void {
    this.say({ watch: addresses });
  }
  close(): void {
    this.socket.terminate();
  }

  private take(data: RawData, isBinary: boolean): void {
    const bytes = Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer);
    this.bytes += bytes.byteLength;
    this.messages += 1;
    const text = (isBinary ? gunzipSync(bytes) : bytes).toString();
    for (const line of text.split('\n')) this.hear(JSON.parse(line) as StreamPiece);
  }

  private hear(piece: StreamPiece): void {
    this.pieces.push(piece);
    if ('whole' in piece) {
      const { whole, address, body, version, age } = piece;
      this.addresses.set(whole, address);
      this.answers.set(address, { body, version, age });
    } else if ('patch' in piece) {
      const address = this.addresses.get(piece.patch) ?? '';
      const known = this.answers.get(address);
      if (known?.version !== piece.version - 1) throw new Error(`a patch of ${address} that fits nothing`);
      const { version, age } = piece;
      this.answers.set(address, { body: applyPatch(known.body, piece.changes), version, age });
    } else if ('same' in piece) {
      for (const [age, topics] of piece.same) {
        for (const topic of topics) {
          const known = this.answers.get(this.addresses.get(topic) ?? '');
          if (known) known.age = age;
        }
      }
    } else {
      this.answers.delete(piece.lost);
    }
  }
}
