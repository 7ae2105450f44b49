// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { toggleWatched, watchlist } from './watchlist.ts';

afterEach(() => localStorage.clear());

describe('watchlist', () => {
  it('adds the newest first and takes it off again', () => {
    toggleWatched({ eventId: 'a', title: 'A' });
    toggleWatched({ eventId: 'b', title: 'B' });
    expect(watchlist.get().map((event) => event.eventId)).toEqual(['b', 'a']);
    toggleWatched({ eventId: 'a', title: 'A renamed' });
    expect(watchlist.get().map((event) => event.eventId)).toEqual(['b']);
  });

  it('takes no more than a hundred, and drops none for another', () => {
    for (let index = 0; index < 105; index += 1) toggleWatched({ eventId: String(index), title: '' });
    expect(watchlist.get()).toHaveLength(100);
    expect(watchlist.get().at(-1)?.eventId).toBe('0');
    toggleWatched({ eventId: '50', title: '' });
    toggleWatched({ eventId: '104', title: '' });
    expect(watchlist.get()).toHaveLength(100);
    expect(watchlist.get()[0]?.eventId).toBe('104');
  });

  it('reads as empty when what was kept is broken', () => {
    localStorage.setItem('evenline.watchlist', '[{"eventId":5}]');
    expect(watchlist.get()).toEqual([]);
  });
});
