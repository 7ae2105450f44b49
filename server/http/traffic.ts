import type { Gauge } from '../common/gauge.ts';

/** What the server counts of its connections, whatever is asked over them. */
export class Traffic {
  /** Requests that wait for their answer. */
  running = 0;
  connections = 0;
  /** Connections that were refused for their number. */
  refusedConnections = 0;
  /** Requests that were refused for their rate. */
  limited = 0;
  /** What could not be read as a request, or did not arrive in time. */
  unreadable = 0;
  bytesSent = 0;
  /** Of answers whose clients have not taken them yet. */
  bytesUnsent = 0;
  /** Connections that were cut because their client did not take its answers. */
  cutConnections = 0;

  gauges(): Gauge[] {
    return [
      {
        name: 'http_requests_running',
        help: 'Requests that wait for their answer.',
        type: 'gauge',
        read: () => this.running,
      },
      {
        name: 'http_connections_open',
        help: 'Connections of clients.',
        type: 'gauge',
        read: () => this.connections,
      },
      {
        name: 'http_connections_refused_total',
        help: 'Connections refused because there were too many.',
        type: 'counter',
        read: () => this.refusedConnections,
      },
      {
        name: 'http_requests_limited_total',
        help: 'Requests answered with 429 for the rate of their address.',
        type: 'counter',
        read: () => this.limited,
      },
      {
        name: 'http_requests_unreadable_total',
        help: 'What was no request, or did not arrive in time.',
        type: 'counter',
        read: () => this.unreadable,
      },
      {
        name: 'http_sent_bytes_total',
        help: 'Bytes of answers, headers included.',
        type: 'counter',
        read: () => this.bytesSent,
      },
      {
        name: 'http_unsent_bytes',
        help: 'Bytes of answers that their clients have not taken.',
        type: 'gauge',
        read: () => this.bytesUnsent,
      },
      {
        name: 'http_connections_cut_total',
        help: 'Connections cut because their client did not take its answers.',
        type: 'counter',
        read: () => this.cutConnections,
      },
    ];
  }
}
