import { predictionDuties } from './duties.ts';
import { predictionLanding } from './land.ts';
import { predictionServices } from './services.ts';

/** Orders and positions. */
export const prediction = {
  services: predictionServices,
  landing: predictionLanding,
  jobs: predictionDuties,
};
