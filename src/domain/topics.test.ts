import { describe, expect, test } from 'vitest';
import { categoryOf, topicOf } from './topics.ts';

describe('the topic of an event', () => {
  // Category, subcategory and tags as real services send them.
  test.each([
    [['crypto', 'btc', ['crypto', 'btc', 'daily']], 'btc'],
    [['sports', 'fifwc', ['soccer', 'sports', 'fifa-world-cup', 'fifwc']], 'fifa-world-cup'],
    [['politics', 'starmer', ['starmer', 'uk', 'england']], 'starmer'],
    [['economics', 'fedchairnom', ['economics']], ''],
    [['politics', '', ['politics', 'elections']], ''],
    [['politics', 'politics', ['politics']], ''],
  ] as const)('%j: %j', ([category, subcategory, tags], topic) => {
    expect(topicOf({ category, subcategory, tags: [...tags] })).toBe(topic);
  });
});

describe('the category of an event', () => {
  test.each([
    ['politics', 'pgatour', 'sports'],
    ['politics', 'eplgame', 'sports'],
    ['politics', 'bundesligagame', 'sports'],
    ['politics', 'fibagame', 'sports'],
    ['politics', 'presnomd', 'politics'],
    ['politics', 'nbamention', 'politics'],
    ['culture', 'nbadocumentary', 'culture'],
    ['sports', 'nba', 'sports'],
  ])('%s/%s is %s', (category, subcategory, shown) => {
    expect(categoryOf({ category, subcategory, tags: [category] })).toBe(shown);
  });

  test.each([
    ['politics', ['golf', 'masters-tournament'], 'sports'],
    ['politics', ['Sports', 'games', 'soccer'], 'sports'],
    ['culture', ['tech', 'ai'], 'tech'],
    // Its own is among them, or they do not agree, or say nothing.
    ['politics', ['politics', 'golf'], 'politics'],
    ['crypto', ['exchange', 'tech', 'crypto', 'finance'], 'crypto'],
    ['culture', ['tech', 'crypto'], 'culture'],
    ['politics', ['starmer', 'uk', 'england'], 'politics'],
    ['esports', ['sports', 'games'], 'esports'],
  ])('%s with the tags %j is %s', (category, tags, shown) => {
    expect(categoryOf({ category, subcategory: '', tags })).toBe(shown);
  });
});
