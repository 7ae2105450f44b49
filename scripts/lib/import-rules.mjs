/*
 * Who may import whom: docs/architecture.md in a form that fails. Default deny: what no rule names is refused.
 * Paths are relative to the repository's root, with `/`.
 */

const TEST = /\.test\.tsx?$/;
const STORE = /\.store\.ts$/;
/** What only tests and benches of the server work with. */
const TESTING = /^server\/(.+\/)?testing\//;

/** The room of a file; undefined for a file that stands in none. */
export function roomOf(file) {
  const [top, second = '', third = ''] = file.split('/');
  const inFolder = file.split('/').length > 2;
  if (top === 'src') {
    if (!inFolder)
      return { 'main.tsx': 'main', 'route-tree.gen.ts': 'route-tree', 'config.ts': 'app-config' }[
        second.replace('.test.', '.')
      ];
    if (second === 'features') return `feature:${third}`;
    return ['routes', 'app', 'orders', 'api', 'state', 'domain', 'tx', 'wallet', 'ui', 'lib'].includes(second)
      ? second
      : undefined;
  }
  if (top === 'server') {
    if (!inFolder) return ['main.ts', 'paper.ts'].includes(second) ? 'server-main' : 'server';
    if (second === 'exchange' && third === 'engine') return 'engine';
    // What is made for tests of the database or the recorder may open one, as their rooms may.
    if (second === 'testing' || (third === 'testing' && !['db', 'history'].includes(second)))
      return 'server-testing';
    if (second === 'common') return 'server-common';
    return ['http', 'stream', 'gateway', 'history', 'exchange', 'db'].includes(second) ? second : undefined;
  }
  if (['contract', 'e2e', 'bench'].includes(top)) return top;
  return file.includes('/') ? undefined : 'config';
}

const SERVER = [
  'server',
  'server-common',
  'http',
  'stream',
  'gateway',
  'history',
  'exchange',
  'engine',
  'contract',
];
const SRC = [
  'app-config',
  'main',
  'route-tree',
  'routes',
  'app',
  'orders',
  'api',
  'state',
  'domain',
  'tx',
  'wallet',
  'ui',
  'lib',
];

/** Rooms that each room may import beside itself. `feature` stands for every feature. */
const ROOMS = {
  contract: [],
  lib: ['contract'],
  domain: ['contract'],
  'app-config': ['contract'],
  ui: ['app-config', 'lib', 'contract'],
  // Stores know no requests and no pixels; whoever asks or decides may read and write them, `ui` is told.
  state: ['app-config', 'contract', 'domain', 'lib'],
  api: ['app-config', 'contract', 'domain', 'lib', 'state'],
  tx: ['app-config', 'api', 'ui', 'lib', 'domain', 'contract'],
  wallet: ['app-config', 'api', 'state', 'ui', 'lib', 'contract'],
  orders: ['app-config', 'tx', 'api', 'domain', 'contract', 'lib'],
  feature: ['app-config', 'orders', 'api', 'state', 'domain', 'tx', 'ui', 'lib', 'contract', 'wallet/index'],
  routes: [
    'app-config',
    'feature',
    'orders',
    'api',
    'state',
    'ui',
    'wallet/index',
    'lib',
    'domain',
    'contract',
  ],
  'route-tree': ['routes'],
  app: [...SRC.filter((room) => room !== 'main'), 'feature', 'contract'],
  main: [...SRC, 'feature', 'contract'],
  server: SERVER,
  'server-common': ['contract'],
  http: ['server-common', 'contract'],
  stream: ['server-common', 'contract'],
  gateway: ['server-common', 'contract'],
  history: ['server-common', 'contract'],
  exchange: ['server-common', 'engine', 'contract'],
  engine: ['contract'],
  db: ['server-common', 'contract'],
  'server-main': [...SERVER, 'db'],
  'server-testing': SERVER,
  e2e: ['contract'],
  bench: [...SERVER, 'server-main', 'server-testing', 'db', 'e2e', 'contract', 'feature', ...SRC],
  config: ['contract'],
};

/**
 * Rooms inside the exchange, and which of the others each may import. Every room names only rooms above itself, so
 * that no two import each other, by whatever way. `exchange.ts` and what stands beside it put them together.
 */
export const EXCHANGE_ROOMS = {
  engine: [],
  ledger: [],
  simulation: [],
  'market-data': ['simulation'],
  tokens: ['simulation'],
  writer: ['engine', 'ledger'],
  memory: ['ledger', 'writer'],
  rpc: ['ledger', 'memory', 'writer'],
  core: ['engine', 'ledger', 'market-data', 'memory', 'rpc', 'simulation', 'writer'],
  paper: ['core', 'ledger', 'simulation', 'tokens', 'writer'],
  parlay: ['core', 'engine', 'ledger', 'writer'],
  triggers: ['core', 'engine', 'ledger', 'simulation', 'tokens', 'writer'],
  rounds: ['core', 'engine', 'ledger', 'simulation', 'writer'],
  prediction: ['core', 'engine', 'ledger', 'rounds', 'simulation', 'writer'],
  swap: ['core', 'ledger', 'rounds', 'simulation'],
};

/** The room inside the exchange; undefined for what puts the rooms together. */
const exchangeRoomOf = (file) => /^server\/exchange\/([^/]+)\//.exec(file)?.[1];

function refuseInExchange(from, to) {
  const source = exchangeRoomOf(from);
  const target = exchangeRoomOf(to);
  if (source === undefined || source === target) return undefined;
  if (target === undefined) return 'a room of the exchange does not know what puts it together';
  const allowed = EXCHANGE_ROOMS[source];
  if (!allowed) return `${source} is no room of the exchange`;
  if (allowed.includes(target)) return undefined;
  return `${source} may import ${allowed.join(', ') || 'no other room of the exchange'}; not ${target}`;
}

const SQL = /^(drizzle-orm|pg|@electric-sql\/pglite)(\/|$)/;
const REACT = /^(react|react-dom|@tanstack\/react-[a-z]+|@radix-ui\/[a-z-]+|radix-ui|zustand)(\/|$)/;
const SERVER_ONLY = /^(hono|@hono\/[a-z-]+|@solana\/spl-token|litesvm[a-z0-9-]*)(\/|$)/;
const NODE = /^node:/;
const READS = /^@tanstack\/react-query$/;
/** Where the one client of all queries is made and given to the desk; the rest of `app` may name its type. */
const HOLDS_CLIENT = /^src\/app\/(app\.tsx|query-client\.ts)$/;
/** Who reads by hooks of `api`. */
const readsByHooks = (file, room, typeOnly) =>
  VIEW.test(file) ||
  (/^(feature:|routes|ui|lib|state)/.test(room) && !/testing/.test(file)) ||
  (room === 'app' && !typeOnly && !HOLDS_CLIENT.test(file));
const VIEW = /\.view\.tsx$/;
/**
 * Where answers and how often they are read, stores, the wallet and hooks are: a view may name their types and nothing
 * else.
 */
const HOLDS_DATA =
  /^src\/(api\/(poll\.ts$|.*\.(queries|writes)\.ts$)|state\/|wallet\/|routes\/|tx\/[^/]+\.queries\.ts$|(features|orders|tx)\/(.+\/)?use-[^/]+$)/;
const isBrowser = (room) =>
  SRC.includes(room) || room.startsWith('feature:') || ['contract', 'domain'].includes(room);
const isServer = (room) =>
  [
    'server',
    'http',
    'stream',
    'gateway',
    'history',
    'exchange',
    'engine',
    'db',
    'server-main',
    'server-common',
    'server-testing',
  ].includes(room);

/** Files that may hold SQL, or (tests) make themselves a database. */
const mayUseDatabase = (file, room) =>
  room === 'db' ||
  room === 'server-main' ||
  room === 'bench' ||
  (isServer(room) && (STORE.test(file) || TEST.test(file)));

/**
 * @param {string} from importing file
 * @param {string} to imported file of the repository
 * @param {boolean} typeOnly whether nothing but types comes by it
 * @returns {string | undefined} why this import is refused; undefined when it is allowed
 */
export function refuseFile(from, to, typeOnly = false) {
  const source = roomOf(from);
  const target = roomOf(to);
  if (source === undefined) return 'the importing file stands in no room of docs/architecture.md';
  if (target === undefined) return 'the imported file stands in no room of docs/architecture.md';
  if (TEST.test(to)) return 'nothing imports a test';
  // It imports nothing of ours, so that whoever starts a server does it alike.
  if (to === 'server/testing/boot.ts' && (source === 'e2e' || source === 'db')) return undefined;
  const forTests = TEST.test(from) || TESTING.test(from) || source === 'bench';
  if (TESTING.test(to) && !forTests) return 'only tests and benches import what is made for tests';
  // A test of a room may work with the whole server; what serves it may not.
  if (forTests && isServer(source) && [...SERVER, 'server-testing'].includes(target)) return undefined;
  if (VIEW.test(from) && !typeOnly && HOLDS_DATA.test(to)) return 'a view is given what it shows';
  if (source === 'exchange' && (target === 'exchange' || target === 'engine'))
    return refuseInExchange(from, to);
  if (source === target) return undefined;
  const allowed = ROOMS[source.startsWith('feature:') ? 'feature' : source];
  if (target === 'db')
    return mayUseDatabase(from, source) || source === 'history'
      ? undefined
      : 'only *.store.ts, paper.ts and history import db';
  if (source.startsWith('feature:') && target.startsWith('feature:')) {
    return 'features do not know each other: a route joins them by props and slots';
  }
  if (target === 'wallet' && allowed.includes('wallet/index')) {
    return to === 'src/wallet/index.ts'
      ? undefined
      : 'the wallet is imported through src/wallet/index.ts alone';
  }
  if (allowed.includes(target.startsWith('feature:') ? 'feature' : target)) return undefined;
  return `${source} may import ${allowed.length > 0 ? allowed.join(', ') : 'nothing of ours'}; not ${target}`;
}

/**
 * @param {string} from importing file
 * @param {string} name imported package, as written
 * @param {boolean} typeOnly whether nothing but types comes by it
 * @returns {string | undefined} why this import is refused; undefined when it is allowed
 */
export function refusePackage(from, name, typeOnly = false) {
  const room = roomOf(from);
  if (room === undefined) return 'the importing file stands in no room of docs/architecture.md';
  if (TEST.test(from)) return undefined;
  if (READS.test(name) && readsByHooks(from, room, typeOnly)) {
    return 'queries live in api/*.queries.ts: a feature uses its hook, a view is given the answer';
  }
  if (VIEW.test(from) && !typeOnly && /^zustand(\/|$)/.test(name)) return 'a view is given its state';
  if (room === 'contract') return /^zod(\/|$)/.test(name) ? undefined : 'contract imports zod only';
  if (room === 'engine') return 'the engine is pure: it imports contract only';
  if (SQL.test(name) && !mayUseDatabase(from, room) && room !== 'config') {
    return 'SQL lives in *.store.ts and server/db';
  }
  if (room === 'domain' && (REACT.test(name) || NODE.test(name))) return 'domain is pure: no React, no Node';
  if (isBrowser(room) && (NODE.test(name) || SERVER_ONLY.test(name))) return 'not for the browser';
  if (isServer(room) && REACT.test(name)) return 'not for the server';
  return undefined;
}
