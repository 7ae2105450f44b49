import { type CommandParser, defineScript, type RedisArgument } from '@redis/client';
import type { Pace, SharedAnswer } from './shared-state.ts';
import { MAX_PAUSE_MS } from './slow-down.ts';

/*
 * What must happen at once happens inside Redis, by its own clock: the gateways' clocks need not agree. An instant is
 * milliseconds with a fraction, a wait whole milliseconds, rounded up. That clock may be set back as well: what lies
 * further ahead than it can was written before that.
 */
const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local function wait(ms) return math.ceil(ms) end
local function text(at) return string.format('%.3f', at) end`;

/**
 * What changes something is told until when, as its last argument. It may arrive long after it was sent, over a way that
 * was held up, or at a Redis that was: whoever asked for it has gone on without it by then.
 */
const IN_TIME = `${NOW}
if now > tonumber(ARGV[#ARGV]) then return { text(now) } end`;

/**
 * Places by when they are free again, until when none is taken, and when the last of a line was. The place of a request
 * that has no answer is taken for as long as that may take, unless its gateway says otherwise; one that was taken before
 * the clock was set back, from then on for as long as one can be.
 */
const TAKE = `${IN_TIME}
local count, window, flight, gap = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local longest = text(now + tonumber(ARGV[6]))
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', text(now))
for _, place in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. longest, '+inf')) do
  redis.call('ZADD', KEYS[1], longest, place)
end
local taken = redis.call('ZCARD', KEYS[1])
local paused = tonumber(redis.call('GET', KEYS[2]) or '0')
if paused > now and paused <= now + ${MAX_PAUSE_MS} then return { text(now), wait(paused - now), taken } end
local free = math.min(tonumber(redis.call('GET', KEYS[3]) or '-inf'), now) + gap
if taken >= count then
  local nth = count > 0 and redis.call('ZRANGE', KEYS[1], taken - count, taken - count, 'WITHSCORES')[2]
  free = math.max(free, nth and tonumber(nth) or now + window)
end
if free > now then return { text(now), wait(free - now), taken } end
redis.call('ZADD', KEYS[1], text(now + flight + window), ARGV[1])
redis.call('PEXPIRE', KEYS[1], wait((flight + window) * 2))
redis.call('SET', KEYS[3], text(now), 'PX', wait(math.max(window, gap) * 2))
return { text(now), 0, taken + 1 }`;

const LEAVE = `${NOW}
redis.call('ZADD', KEYS[1], 'XX', text(now + tonumber(ARGV[2])), ARGV[1])
return { text(now), 1 }`;

const GIVE_BACK = `${NOW}
redis.call('ZREM', KEYS[1], ARGV[1])
return { text(now), 1 }`;

const PAUSE = `${IN_TIME}
local until_ = now + tonumber(ARGV[1])
local known = tonumber(redis.call('GET', KEYS[1]) or '0')
if until_ > known or known > now + ${MAX_PAUSE_MS} then
  redis.call('SET', KEYS[1], text(until_), 'PX', wait(until_ - now))
end
return { text(now), 1 }`;

/** A clock that goes back by more was set. */
export const SET_BACK_MS = 1_000;
/** How often its latest instant is noted at most, and how long it is known once nothing is asked any more. */
const NOTE_MS = 500;
const FORGET_MS = 24 * 3_600_000;

/** How often the clock was set back: when it comes to the instant of an answer of before once more, that is not new. */
const ERA = `
local known = redis.call('HMGET', KEYS[2], 'era', 'latest')
local era, latest = tonumber(known[1] or 0), tonumber(known[2] or 0)
local isBack = now < latest - ${SET_BACK_MS}
if isBack then era = era + 1 end
if isBack or now > latest + ${NOTE_MS} then
  redis.call('HSET', KEYS[2], 'era', era, 'latest', text(now))
  redis.call('PEXPIRE', KEYS[2], ${FORGET_MS})
end`;

/**
 * An answer with the instants at which it was new and had come, and how often the clock had been set back by then; and
 * news of it: who hears them finds it.
 */
const KEEP = `${IN_TIME}
${ERA}
local madeAt = text(now - tonumber(ARGV[2]))
local head = table.concat({ ARGV[1], madeAt, text(now), era }, ' ')
redis.call('SET', KEYS[1], head .. '\\n' .. ARGV[3], 'PX', ARGV[4])
redis.call('PUBLISH', ARGV[5], ARGV[6])
return { text(now), 1 }`;

const FIND = `${NOW}
${ERA}
return { text(now), era, redis.call('GET', KEYS[1]) }`;

const CLAIM = `${IN_TIME}
local owner = redis.call('GET', KEYS[1])
local isHeld = owner and owner ~= ARGV[1] and redis.call('PTTL', KEYS[1]) <= tonumber(ARGV[2])
if isHeld then return { text(now), 0 } end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return { text(now), 1 }`;

const RELEASE = `${NOW}
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
return { text(now), 1 }`;

/** What a script says: Redis' clock, and what it has done; nothing where it was too late for that. */
export interface Outcome {
  readonly at: number;
  readonly done: readonly number[];
}
const toOutcome = ([at, ...done]: [at: string, ...done: number[]]): Outcome => ({ at: Number(at), done });
const ms = (value: number): string => String(Math.max(1, Math.ceil(value)));

/** A script on so many keys, with what it is given besides. */
const onKeys = <Given extends unknown[]>(
  NUMBER_OF_KEYS: number,
  SCRIPT: string,
  argumentsOf: (...given: Given) => RedisArgument[],
) =>
  defineScript({
    SCRIPT,
    NUMBER_OF_KEYS,
    parseCommand(parser: CommandParser, keys: readonly string[], ...given: Given) {
      for (const key of keys) parser.pushKey(key);
      parser.push(...argumentsOf(...given));
    },
    transformReply: toOutcome,
  });

/** The scripts of the shared state, as commands of a client. `until`: by Redis' clock; later it is not done. */
export const SCRIPTS = {
  /** Takes `place`. Keys: the places, the pause, the last of the line. @returns its wait, and how many are taken. */
  takePlace: onKeys(
    3,
    TAKE,
    (place: string, { count, windowMs, flightMs, gapMs, longestMs }: Pace, until: string) => [
      place,
      ...[count, windowMs, flightMs, gapMs, longestMs].map(String),
      until,
    ],
  ),
  leavePlace: onKeys(1, LEAVE, (place: string, windowMs: number) => [place, String(windowMs)]),
  giveBackPlace: onKeys(1, GIVE_BACK, (place: string) => [place]),
  pausePlaces: onKeys(1, PAUSE, (pauseMs: number, until: string) => [ms(pauseMs), until]),
  /** Keeps an answer for so long, and says so in the channel. Keys: the answer, the clock. */
  keepAnswer: onKeys(
    2,
    KEEP,
    (
      { status, ageMs, body }: SharedAnswer,
      ttlMs: number,
      [channel, message]: readonly [channel: string, message: string],
      until: string,
    ) => [String(status), String(ageMs), body, ms(ttlMs), channel, message, until],
  ),
  /** Keys: the answer, the clock. @returns Redis' clock, how often it was set back, what is kept: null where nothing is. */
  findAnswer: defineScript({
    SCRIPT: FIND,
    NUMBER_OF_KEYS: 2,
    parseCommand(parser: CommandParser, keys: readonly string[]) {
      for (const key of keys) parser.pushKey(key);
    },
    transformReply: ([at, era, kept]: [at: Buffer, era: number, kept: Buffer | null]) => ({
      at: Number(at),
      era,
      kept,
    }),
  }),
  /** @returns 1 when the claim is the owner's, 0 while it is another's. */
  claimFor: onKeys(1, CLAIM, (owner: string, ttlMs: number, until: string) => [owner, ms(ttlMs), until]),
  releaseFor: onKeys(1, RELEASE, (owner: string) => [owner]),
};
