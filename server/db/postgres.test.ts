import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPostgresReader, transactionOn } from './postgres.ts';
import { EXCHANGE } from './purpose.ts';

/** What a server does when it is asked something: answers it, cuts the connection, says no, or nothing at all. */
type Mood = 'answers' | 'cuts' | 'refuses' | 'hangs';

/** As much of a PostgreSQL server as a connection needs to begin and end a transaction. */
let server: Server;
let sockets: Set<Socket>;
let mood: Mood;
let asked: string[];
let startUps: string[];
beforeEach(async () => {
  [sockets, asked, startUps, mood] = [new Set(), [], [], 'answers'];
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    // The first message is the start-up, which has no letter before its length.
    socket.once('data', (startUp) => {
      startUps.push(startUp.toString());
      socket.write(Buffer.concat([message('R', Buffer.alloc(4)), READY]));
      socket.on('data', (data) => answer(socket, data));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

function message(letter: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(letter), length, body]);
}
const READY = message('Z', Buffer.from('I'));
const REFUSAL = message('E', Buffer.from('SERROR\0C53300\0Mno room\0\0'));

function answer(socket: Socket, data: Buffer): void {
  if (data[0] !== 'Q'.charCodeAt(0)) return;
  const text = data.subarray(5, data.indexOf(0, 5)).toString();
  asked.push(text);
  if (mood === 'hangs') return;
  if (mood === 'cuts') return void socket.destroy();
  const done = message('C', Buffer.from(`${text.split(' ')[0]?.toUpperCase()}\0`));
  socket.write(Buffer.concat([mood === 'refuses' ? REFUSAL : done, READY]));
}

const url = (): string => `postgres://user:none@127.0.0.1:${(server.address() as AddressInfo).port}/none`;

describe('a transaction', () => {
  it.each<[string, Mood, RegExp]>([
    ['breaks the connection', 'cuts', /terminated/],
    ['is refused', 'refuses', /no room/],
  ])('whose begin %s gives its client back, so that the next has one', async (_, how, why) => {
    const pool = new pg.Pool({ connectionString: url(), max: 1, connectionTimeoutMillis: 2_000 });
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', () => undefined));
    let began = 0;
    const work = async (): Promise<string> => `work ${++began}`;
    mood = how;
    await expect(transactionOn(pool, work)).rejects.toThrow(why);
    expect({ began, clients: pool.totalCount }).toEqual({ began: 0, clients: 0 });
    mood = 'answers';
    expect(await transactionOn(pool, work)).toBe('work 1');
    expect(asked).toEqual(['begin', 'begin', 'commit']);
    // Waits for every client that was not given back.
    await pool.end();
  });
});

describe('a connection', () => {
  it('has the name of its purpose, also where the address gives one', async () => {
    const reader = openPostgresReader(`${url()}?application_name=of%20theirs&options=-c%20a%3D1`, EXCHANGE);
    await reader.db.execute('select 1');
    await reader.close();
    expect(startUps).toEqual([expect.stringContaining('\0application_name\0evenline reader\0')]);
    expect(startUps).toEqual([expect.stringContaining('\0options\0-c a=1\0')]);
  });
});

describe('closing', () => {
  it('ends in time, whatever a server is still asked, and so does the asking', async () => {
    const reader = openPostgresReader(url(), EXCHANGE);
    mood = 'hangs';
    const answerOf = reader.db.execute('select 1').then(
      () => 'answered',
      () => 'cut',
    );
    while (asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const began = performance.now();
    await reader.close();
    expect(performance.now() - began).toBeLessThan(4_000);
    expect(await answerOf).toBe('cut');
    await expect.poll(() => sockets.size).toBe(0);
  });
});
