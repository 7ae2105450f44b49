import { triggerDuties } from './duties.ts';
import { triggerServices } from './services.ts';

/** Orders that wait for a price. Their transactions land through operations of this room. */
export const triggers = { services: triggerServices, landing: {}, jobs: triggerDuties };
