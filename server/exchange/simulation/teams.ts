/** Invented names. None is meant to be anybody's. */
import type { Team } from './model.ts';

const COLOURS = [
  '#c8102e',
  '#1d428a',
  '#0e7c3f',
  '#f58426',
  '#552583',
  '#00788c',
  '#b9975b',
  '#3b3f46',
  '#e03a3e',
  '#2455a4',
  '#7a1f3d',
  '#1b8a8f',
  '#d9a300',
  '#4b6b2f',
  '#8c4bd0',
  '#0b5c7a',
  '#a0522d',
  '#5a6f9c',
  '#b03060',
  '#2e8b57',
] as const;

const abbreviate = (name: string): string => {
  const words = name.split(' ');
  const [first = '', second = ''] = words;
  return (words.length > 1 ? first.slice(0, 2) + second.slice(0, 1) : first.slice(0, 3)).toUpperCase();
};

const teams = (names: readonly string[], shift: number): Team[] =>
  names.map((name, i) => ({
    name,
    imageUrl: null,
    color: COLOURS[(i * 7 + shift) % COLOURS.length] ?? null,
    abbreviation: abbreviate(name),
  }));

export const NORTH_CLUBS = teams(
  [
    'Harbor City',
    'Northfield United',
    'Ashbourne Rovers',
    'Kingsmere',
    'Weston Vale',
    'Redcliff Albion',
    'Marlow Town',
    'Eastgate Athletic',
    'Stonebridge',
    'Hollowmoor',
    'Brackley Wanderers',
    'Penhallow',
    'Oakhaven City',
    'Larkfield',
    'Thornbury FC',
    'Greyport County',
  ],
  0,
);
export const SOUTH_CLUBS = teams(
  [
    'Atlético Marisol',
    'Real Cordera',
    'Deportivo Lanza',
    'Villa Serena',
    'CD Montarra',
    'Racing Alborada',
    'Puerto Claro',
    'Unión Sierra',
    'Cultural Brisa',
    'Olímpico Duna',
    'San Telmo Norte',
    'Estrella Roja del Valle',
    'Club Arenal',
    'Independencia Azul',
  ],
  3,
);
export const ALPINE_CLUBS = teams(
  [
    'FC Edelmark',
    'SV Grauwald',
    'Union Lindental',
    'TSV Hochstein',
    'Eintracht Moorau',
    'SC Brückfeld',
    'Viktoria Steinach',
    'FC Nordhafen',
    'Blau-Weiss Arlen',
    'Sportclub Tannberg',
    'Fortuna Wieslau',
    'VfB Rotmühle',
  ],
  5,
);
export const COAST_CLUBS = teams(
  [
    'Porto Alvor FC',
    'Grêmio Lagoa',
    'Atlântico Norte',
    'Serrano EC',
    'Ribeira Clube',
    'Nacional do Vale',
    'Maré Alta',
    'Palmar SC',
    'Ouro Negro',
    'Cruzeta FC',
    'Litoral United',
    'Capital Verde',
  ],
  9,
);
export const WEST_HOOPS = teams(
  [
    'Bayview Pelagics',
    'Summit Kestrels',
    'Desert Comets',
    'Golden Mesa',
    'Redwood Rangers',
    'Silver Coast',
    'Canyon Wolves',
    'Cascade Pines',
    'Harbor Kings',
    'Plains Stampede',
    'Mission Lanterns',
    'Ridge Runners',
  ],
  2,
);
export const EAST_HOOPS = teams(
  [
    'Ironport Foundry',
    'Lakeshore Gulls',
    'Capitol Sentinels',
    'Brick City',
    'Old Harbor Whalers',
    'Marble Hill',
    'Steelton Anvils',
    'Cape Winds',
    'Granite State',
    'Riverside Owls',
    'Tidewater Herons',
    'Crescent Bay',
  ],
  6,
);
export const CRICKET_SIDES = teams(
  [
    'Coastal Chargers',
    'Monsoon Strikers',
    'Hill Fort XI',
    'Delta Tuskers',
    'Spice Port Royals',
    'Highveld Lions',
    'Coral Islanders',
    'Southern Blaze',
    'Emerald Plains',
    'Desert Falcons',
  ],
  4,
);
export const SHOOTER_SQUADS = teams(
  [
    'Nightfall',
    'Ninth Signal',
    'Team Obsidian',
    'Parallax',
    'Fox Division',
    'Kilo Seven',
    'Amber Protocol',
    'Static Rush',
    'Northwind Esports',
    'Zero Ledger',
    'Mirage Union',
    'Crosswind',
    'Low Orbit',
    'Grim Harvest',
    'Second Wave',
    'Blue Hour',
  ],
  1,
);
export const ARENA_SQUADS = teams(
  [
    'Lumen Gaming',
    'Jade Horizon',
    'Crownfall',
    'Tidal Esports',
    'Paper Cranes',
    'Violet Nine',
    'Solstice',
    'Iron Lotus',
    'Drift Kings',
    'Hexa Gaming',
    'Moonrise',
    'Kestrel Esports',
    'Ember Guard',
    'Cobalt Five',
    'Rainlight',
    'Sable Crown',
  ],
  8,
);
export const TENNIS_PLAYERS = teams(
  [
    'A. Verhollen',
    'J. Castavara',
    'M. Okonduro',
    'S. Lindqvarn',
    'D. Petrovane',
    'R. Yamakoshi',
    'L. Fontavel',
    'T. Brankwell',
    'K. Nowadzki',
    'E. Sorelli-Vance',
    'N. Achterholt',
    'P. Marusko',
    'H. Dalgaarden',
    'C. Iriondova',
    'B. Thackmore',
    'V. Zelenkor',
    'F. Quintarel',
    'O. Haukland',
    'G. Wintersohn',
    'I. Caldera-Munt',
  ],
  7,
);
export const DRIVERS = teams(
  [
    'T. Varkonen',
    'L. Bresciano',
    'M. Dufrenoy',
    'K. Aldermoor',
    'S. Takemori',
    'R. Okpewho-Lane',
    'J. Halvorsund',
    'C. Montaigne-Rey',
    'D. Straubinger',
    'P. Quessada',
    'A. Wolmark',
    'N. Ferrantino',
  ],
  11,
);
