import { counter, type Gauge, gauge } from '../common/gauge.ts';

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
      gauge('http_requests_running', 'Requests that wait for their answer.', () => this.running),
      gauge('http_connections_open', 'Connections of clients.', () => this.connections),
      counter(
        'http_connections_refused_total',
        'Connections refused because there were too many.',
        () => this.refusedConnections,
      ),
      counter(
        'http_requests_limited_total',
        'Requests answered with 429 for the rate of their address.',
        () => this.limited,
      ),
      counter(
        'http_requests_unreadable_total',
        'What was no request, or did not arrive in time.',
        () => this.unreadable,
      ),
      counter('http_sent_bytes_total', 'Bytes of answers, headers included.', () => this.bytesSent),
      gauge(
        'http_unsent_bytes',
        'Bytes of answers that their clients have not taken.',
        () => this.bytesUnsent,
      ),
      counter(
        'http_connections_cut_total',
        'Connections cut because their client did not take its answers.',
        () => this.cutConnections,
      ),
    ];
  }
}
