import { afterEach, describe, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

describe('the line between tabs on which a wallet is put away', () => {
  it('is done without where the browser refuses it: the page loads all the same', async () => {
    const asked = vi.fn();
    class Refused {
      constructor(name: string) {
        asked(name);
        throw new DOMException('No storage for this page.', 'SecurityError');
      }
    }
    vi.stubGlobal('BroadcastChannel', Refused);
    const { onDisconnectedElsewhere, tellDisconnected } = await import('./store.ts');
    expect(asked).toHaveBeenCalledOnce();
    const heard = vi.fn();
    const end = onDisconnectedElsewhere(heard);
    tellDisconnected();
    expect(heard).not.toHaveBeenCalled();
    end();
  });

  it('tells whoever listens, for as long as they do, and of nothing else', async () => {
    let tell: ((event: { data: unknown }) => void) | undefined;
    class Line {
      set onmessage(heard: typeof tell) {
        tell = heard;
      }
    }
    vi.stubGlobal('BroadcastChannel', Line);
    const { onDisconnectedElsewhere } = await import('./store.ts');
    const heard = vi.fn();
    const end = onDisconnectedElsewhere(heard);
    tell?.({ data: 'something else' });
    expect(heard).not.toHaveBeenCalled();
    tell?.({ data: 'disconnected' });
    expect(heard).toHaveBeenCalledOnce();
    end();
    tell?.({ data: 'disconnected' });
    expect(heard).toHaveBeenCalledOnce();
  });
});
