import { parlayDuties } from './duties.ts';
import { parlayLanding } from './land-parlay.ts';
import { parlayServices } from './services.ts';

/** Parlays, paid and free. */
export const parlay = { services: parlayServices, landing: parlayLanding, jobs: parlayDuties };
