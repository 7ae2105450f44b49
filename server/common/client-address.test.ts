import { describe, expect, it } from 'vitest';
import { clientBehind, isLoopback, shortAddress, subscriberOf } from './client-address.ts';

const client = (remote: string | undefined, forwarded: string | undefined, proxies: number) =>
  clientBehind(remote, forwarded, proxies).address;

describe('whom a request came from', () => {
  it('is who holds the connection, whatever the request says, without a trusted proxy', () => {
    expect(client('203.0.113.9', '198.51.100.1', 0)).toBe('203.0.113.9');
    expect(client('::ffff:203.0.113.9', undefined, 0)).toBe('203.0.113.9');
    expect(client(undefined, '198.51.100.1', 1)).toBe('unknown');
  });

  it('is whom the last trusted proxy heard from', () => {
    expect(client('10.0.0.2', '198.51.100.1', 1)).toBe('198.51.100.1');
    expect(client('10.0.0.2', '1.2.3.4, 198.51.100.1', 1)).toBe('198.51.100.1');
    expect(client('10.0.0.2', '1.2.3.4, 198.51.100.1, 10.0.0.3', 2)).toBe('198.51.100.1');
    expect(client('10.0.0.2', '198.51.100.1', 3)).toBe('198.51.100.1');
    expect(client('10.0.0.2', undefined, 1)).toBe('10.0.0.2');
  });

  it.each([
    ['198.51.100.1:4711', '198.51.100.1'],
    ['[2001:DB8::1]:4711', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::ffff:198.51.100.1', '198.51.100.1'],
  ])('reads %s', (text, address) => {
    expect(client('10.0.0.2', text, 1)).toBe(address);
  });

  it.each(['', 'unknown', 'localhost', '1.2.3', '1.2.3.4.5', '::1::', 'a'.repeat(5_000), '"1.2.3.4"'])(
    'does not believe %j',
    (text) => {
      expect(client('10.0.0.2', text, 1)).toBe('10.0.0.2');
      expect(client('10.0.0.2', `198.51.100.1, ${text}`, 2)).toBe('10.0.0.2');
    },
  );

  it('is this machine only when nobody speaks for another', () => {
    expect(clientBehind('127.0.0.1', undefined, 1).local).toBe(true);
    expect(clientBehind('::1', '9.9.9.9', 0).local).toBe(true);
    expect(clientBehind('127.0.0.1', '127.0.0.1', 1).local).toBe(false);
    expect(clientBehind('10.0.0.2', undefined, 0).local).toBe(false);
  });
});

describe('an address', () => {
  it.each([
    ['203.0.113.57', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8:0::/48'],
    ['::1', '0:0:0::/48'],
    ['64:ff9b::192.0.2.33', '64:ff9b:0::/48'],
    ['unknown', 'unknown'],
  ])('is kept short: %s', (address, short) => {
    expect(shortAddress(address)).toBe(short);
  });

  it('counts for its subscriber', () => {
    expect(subscriberOf('203.0.113.57')).toBe('203.0.113.57');
    expect(subscriberOf('2001:db8:1:2::5')).toBe(subscriberOf('2001:db8:1:2:ffff::'));
    expect(subscriberOf('2001:db8:1:2::5')).not.toBe(subscriberOf('2001:db8:1:3::5'));
  });

  it.each(['127.0.0.1', '127.0.0.2', '::1'])(
    'is known to be this machine by its subscriber: %s',
    (address) => {
      expect(isLoopback(subscriberOf(address))).toBe(true);
      expect(isLoopback(subscriberOf('::2'))).toBe(false);
    },
  );
});
