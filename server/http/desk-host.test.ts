import { describe, expect, it } from 'vitest';
import { ServiceError } from '../common/errors.ts';
import { ANY_DESK, type DeskHosts, deskHostOf } from './desk-host.ts';

const DESK = 'https://desk.example';
const hostOf = (headers: Record<string, string>, rules: Partial<DeskHosts> = {}): string =>
  deskHostOf(new Request('http://local.example/trigger', { headers }), { ...ANY_DESK, ...rules });

describe('the host of the desk that asks', () => {
  it('is the one that the request was made to, as a browser names it', () => {
    expect(hostOf({ host: 'paper.example' })).toBe('paper.example');
    expect(hostOf({ host: '127.0.0.1:8787' })).toBe('127.0.0.1:8787');
    expect(hostOf({ host: '[::1]:8787' })).toBe('[::1]:8787');
    expect(hostOf({ host: 'Paper.Example' })).toBe('paper.example');
    expect(hostOf({})).toBe('local.example');
  });

  it('is the one a trusted proxy was asked for, and nobody else says so', () => {
    const forwarded = { host: 'inside:8787', 'x-forwarded-host': 'paper.example' };
    expect(hostOf(forwarded)).toBe('inside:8787');
    expect(hostOf(forwarded, { trustProxy: 1 })).toBe('paper.example');
    expect(hostOf({ host: 'paper.example' }, { trustProxy: 1 })).toBe('paper.example');
  });

  it('is that of a page hosted elsewhere where this is allowed', () => {
    const from = { host: 'gateway.example', origin: DESK };
    expect(hostOf(from, { allowedOrigins: [DESK] })).toBe('desk.example');
    expect(hostOf(from)).toBe('gateway.example');
    expect(hostOf({ ...from, origin: 'null' }, { allowedOrigins: [DESK] })).toBe('gateway.example');
    expect(hostOf({ ...from, origin: 'http://desk.example' }, { allowedOrigins: [DESK] })).toBe(
      'gateway.example',
    );
  });

  it.each([
    'evil.example/paper.example',
    'a@evil.example',
    'a b',
    'evil.example, paper.example',
    '-',
    '.',
    'x:y',
    'x:0',
    'a'.repeat(256),
  ])('is not %j', (host) => {
    expect(() => hostOf({ host })).toThrow(/no host that can be read/);
    expect(() => hostOf({ host: 'x', 'x-forwarded-host': host }, { trustProxy: 1 })).toThrow(ServiceError);
  });

  it('is one that the server is known by, where that is configured', () => {
    const publicHosts = ['paper.example'];
    expect(hostOf({ host: 'paper.example' }, { publicHosts })).toBe('paper.example');
    expect(() => hostOf({ host: 'evil.example' }, { publicHosts })).toThrow(/not answer for evil\.example/);
    const forged = { host: 'paper.example', 'x-forwarded-host': 'evil.example' };
    expect(() => hostOf(forged, { publicHosts, trustProxy: 1 })).toThrow(/evil\.example/);
    const elsewhere = { host: 'paper.example', origin: DESK };
    expect(hostOf(elsewhere, { publicHosts, allowedOrigins: [DESK] })).toBe('desk.example');
  });
});
