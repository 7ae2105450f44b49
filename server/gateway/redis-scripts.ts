import { type CommandParser, defineScript } from '@redis/client';
import type { Pace } from './shared-state.ts';

/*
 * What must happen at once happens inside Redis, by its own clock: the gateways' clocks need not agree. An instant is
 * milliseconds with a fraction, a wait whole milliseconds, rounded up.
 */
const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local function wait(ms) return math.ceil(ms) end
local function text(at) return string.format('%.3f', at) end`;

/** The last places that were taken, newest first, and until when none is. */
const TAKE = `${NOW}
local count, window, gap = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local paused = tonumber(redis.call('GET', KEYS[2]) or '0')
if paused > now then return wait(paused - now) end
local function at(index)
  local value = tonumber(redis.call('LINDEX', KEYS[1], index) or '-inf')
  return math.min(value, now)
end
local free = math.max(at(0) + gap, at(count - 1) + window)
if free > now then return wait(free - now) end
redis.call('LPUSH', KEYS[1], text(now))
redis.call('LTRIM', KEYS[1], 0, count - 1)
redis.call('PEXPIRE', KEYS[1], wait(math.max(window, gap) * 2))
return 0`;

const PAUSE = `${NOW}
local until_ = now + tonumber(ARGV[1])
if until_ > tonumber(redis.call('GET', KEYS[1]) or '0') then
  redis.call('SET', KEYS[1], text(until_), 'PX', wait(until_ - now))
end
return 0`;

const CLAIM = `
local owner = redis.call('GET', KEYS[1])
if owner and owner ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`;

const RELEASE = `
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 0`;

const toNumber = (reply: number): number => reply;
const ms = (value: number): string => String(Math.max(1, Math.ceil(value)));

/** The scripts of the shared state, as commands of a client. */
export const SCRIPTS = {
  /** Places at `places`, the pause at `paused`. @returns ms to wait; 0: the place is taken. */
  takePlace: defineScript({
    SCRIPT: TAKE,
    NUMBER_OF_KEYS: 2,
    parseCommand(parser: CommandParser, places: string, paused: string, { count, windowMs, gapMs }: Pace) {
      parser.pushKey(places);
      parser.pushKey(paused);
      parser.push(String(count), String(windowMs), String(gapMs));
    },
    transformReply: toNumber,
  }),
  pausePlaces: defineScript({
    SCRIPT: PAUSE,
    NUMBER_OF_KEYS: 1,
    parseCommand(parser: CommandParser, paused: string, pauseMs: number) {
      parser.pushKey(paused);
      parser.push(ms(pauseMs));
    },
    transformReply: toNumber,
  }),
  /** @returns 1 when the claim is the owner's, 0 while it is another's. */
  claimFor: defineScript({
    SCRIPT: CLAIM,
    NUMBER_OF_KEYS: 1,
    parseCommand(parser: CommandParser, claim: string, owner: string, ttlMs: number) {
      parser.pushKey(claim);
      parser.push(owner, ms(ttlMs));
    },
    transformReply: toNumber,
  }),
  releaseFor: defineScript({
    SCRIPT: RELEASE,
    NUMBER_OF_KEYS: 1,
    parseCommand(parser: CommandParser, claim: string, owner: string) {
      parser.pushKey(claim);
      parser.push(owner);
    },
    transformReply: toNumber,
  }),
};
