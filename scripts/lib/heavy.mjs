import { readFileSync } from 'node:fs';

/*
 * Long lives: tests that take long because what they prove takes long. `npm test -- --only=heavy` runs them alone
 * and at their full length, with the journeys that are marked @heavy.
 */
/** @type {string[]} */
export const HEAVY_UNITS = JSON.parse(readFileSync(new URL('./heavy-units.json', import.meta.url), 'utf8'));
export const HEAVY_JOURNEYS = '@heavy';
/** Tells them to live their whole life: one that would take minutes is shorter in every other run. */
export const FULL_LENGTH = { FULL_LENGTH: '1' };
