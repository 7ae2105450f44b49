import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { STREAM_PATH } from '@contract/stream.ts';
import { Hono } from 'hono';
import { causeOf, type Log } from './common/log.ts';
import type { Operation } from './common/operation.ts';
import type { Platform } from './common/platform.ts';
import { bindOperations, failureResponse, unknownOperation } from './http/bind.ts';
import { clientOf } from './http/client.ts';
import { ANY_DESK, type DeskHosts } from './http/desk-host.ts';
import { toFailure } from './http/errors.ts';
import { createFinished } from './http/finished.ts';
import { createListener } from './http/listener.ts';
import { Metrics } from './http/metrics.ts';
import { createSockets, type SocketLimits } from './http/sockets.ts';
import { StaticFiles } from './http/static-files.ts';
import { surfaceOperations } from './http/surface.ts';
import { Traffic } from './http/traffic.ts';
import { Unread } from './http/unread.ts';
import { createAsker } from './stream/asker.ts';
import { createHub } from './stream/hub.ts';

/**
 * A desk holds one connection, so that there are no more than the server takes of any kind (`MAX_CONNECTIONS`); what one
 * does not take is kept from it before it is cut.
 */
const STREAM_LIMITS: Partial<SocketLimits> = {
  maxSockets: Number.POSITIVE_INFINITY,
  maxUnread: 8 * 1024 * 1024,
};

/** What every server needs, whatever stands behind it. */
export interface AppOptions {
  /** Folder of the built browser app; undefined serves the interfaces alone. */
  readonly clientDir: string | undefined;
  /** Checks every answer of its own against the contract; costs time, so not in production. */
  readonly checkAnswers: boolean;
  readonly log: Log;
  /** Writes a line about every request, not only about those that failed by no fault of their own. */
  readonly logAll?: boolean;
  /** Which hosts desks may have; as each request names it otherwise. */
  readonly desks?: DeskHosts;
  /** What sockets of /rpc may take, where it differs from the usual. */
  readonly socketLimits?: Partial<SocketLimits>;
  /** Of a server that outlives the app; its own otherwise. */
  readonly traffic?: Traffic;
}

export interface App {
  /** Answers a request without a network: what tests use. */
  readonly request: Hono['request'];
  /** Answers requests of a node:http server. */
  readonly listener: RequestListener;
  /** What its server counts of its connections. */
  readonly traffic: Traffic;
  /** Lets go of what measures in the background. */
  close(): void;
}

/** The whole server in one app: the interfaces, the server's own surface, the built browser app. */
export function createApp(platform: Platform, options: AppOptions): App {
  const { clientDir, checkAnswers, log, logAll = false, desks = ANY_DESK, traffic = new Traffic() } = options;
  const metrics = new Metrics();
  const finished = createFinished(metrics, log, logAll);
  const unread = new Unread(log);
  const socketDeps = { desks, traffic, unread, finished };
  const sockets = createSockets(
    { ...socketDeps, operation: 'rpcSocket', figures: 'sockets', open: platform.rpcSocket },
    options.socketLimits,
  );
  const failed = (operation: string, error: unknown): void =>
    log({ level: 'error', message: 'a watched answer failed', operation, ...causeOf(error) });
  const hub = createHub({
    rules: platform.stream,
    ask: createAsker([...platform.interfaces, ...platform.extras], platform.faults, failed),
    failed,
  });
  const streams = createSockets(
    { ...socketDeps, operation: 'stream', figures: 'stream_sockets', open: hub.open },
    STREAM_LIMITS,
  );
  const gauges = [sockets, streams, hub, platform].flatMap((one) => one.gauges);
  for (const gauge of [...traffic.gauges(), ...gauges]) metrics.add(gauge);
  const surface: Operation[] = [
    ...surfaceOperations(platform, metrics, () => [...platform.interfaces, ...surface]),
    ...platform.extras,
  ];

  const app = new Hono();
  bindOperations(app, [...platform.interfaces, ...surface, ...platform.hidden], {
    responses: platform.responses,
    faults: platform.faults,
    finished,
    desks,
    log,
    checkAnswers,
  });
  const files = new StaticFiles(clientDir);
  app.notFound((c) => {
    const started = performance.now();
    const file = files.answer(c.req.raw);
    const response = file ?? unknownOperation(c.req.path);
    finished({
      operation: file ? 'desk' : 'unknown',
      status: response.status,
      requestId: response.headers.get('x-request-id') ?? '',
      started,
      client: () => clientOf(c),
    });
    return response;
  });
  app.onError((error) => {
    const requestId = randomUUID();
    return failureResponse(toFailure(error, log, { request_id: requestId }), requestId);
  });
  return {
    request: app.request,
    listener: createListener(app, {
      early: (address) => platform.early(address),
      finished,
      sockets: new Map([
        ['/rpc', sockets.accept],
        [STREAM_PATH, streams.accept],
      ]),
    }),
    traffic,
    close: () => {
      sockets.close();
      streams.close();
      unread.close();
      hub.close();
      metrics.stop();
    },
  };
}
