import { PublicKey } from '@solana/web3.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { childAddress } from './child-address.ts';
import { createRootKey } from './child-keys.ts';
import { verifyEd25519 } from './ed25519.ts';
import { createPlatformKeys } from './keys.ts';

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });

describe('child keys', () => {
  it('follow from the public root, sign like any other key, and for nobody else', () => {
    fc.assert(
      fc.property(bytes(32), fc.string(), fc.uint8Array({ maxLength: 200 }), (secret, label, message) => {
        const root = createRootKey(secret);
        const child = root.child(label);
        expect(childAddress(root.address, label)).toBe(child.address);
        const signature = child.sign(message);
        expect(verifyEd25519(child.publicKey.toBytes(), message, signature)).toBe(true);
        expect(verifyEd25519(new PublicKey(root.address).toBytes(), message, signature)).toBe(false);
        const other = root.child(`${label}.`);
        expect(verifyEd25519(other.publicKey.toBytes(), message, signature)).toBe(false);
      }),
      { numRuns: 40 },
    );
  });

  it('stay what they are: an address that has been paid must be found again', () => {
    const root = createRootKey(new Uint8Array(32).fill(1));
    expect(root.address).toBe('AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9');
    // As the desk derives it: src/tx/derive.test.ts.
    expect(root.child('order:1').address).toBe('7SuCrE3WjGNXHaV43nRfESkeSpxyUq8AiUnaVsNB7VkW');
  });

  it('sign two messages with different nonces', () => {
    const child = createRootKey(new Uint8Array(32).fill(2)).child('a');
    const [one, two] = [1, 2].map((n) => child.sign(new Uint8Array([n])).slice(0, 32));
    expect(one).not.toEqual(two);
  });
});

describe('orders from before', () => {
  it('are signed for with the key they were made with, and no other address is', () => {
    const secret = new Uint8Array(32).fill(3);
    const keys = createPlatformKeys(secret);
    const name = { externalOrderId: 'abc', seq: 7n };
    const pubkey = keys.orderAddress('abc');
    expect(keys.order({ ...name, pubkey }).address).toBe(pubkey);
    // What the seventh order of this secret was named by the derivation before this one.
    const former = createPlatformKeys(secret).order({
      ...name,
      externalOrderId: 'of-another-time',
      pubkey: FORMER_SEVENTH,
    });
    expect(former.address).toBe(FORMER_SEVENTH);
    expect(() => keys.order({ ...name, pubkey: keys.vault.address })).toThrow(RangeError);
  });

  it('leave tokens of rounds that are under way where they are', () => {
    const secret = new Uint8Array(32).fill(3);
    const known: string[] = [];
    const keys = createPlatformKeys(secret, (address) => {
      known.push(address);
      return true;
    });
    expect(keys.outcome('round').address).toBe(known[0]);
    const fresh = createPlatformKeys(secret);
    expect(fresh.outcome('round').address).toBe(childAddress(fresh.escrow, 'outcome:round'));
  });
});

const FORMER_SEVENTH = '5W8PYDucR2xLfCbWNMCWXZbWGem9nTnvE99puDFVVR51';
