import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** Measures every request by route template and serves /metrics to this machine only. */
export function mountMetrics(
  app: FastifyInstance,
  gauges: Readonly<Record<string, { help: string; read: () => number | Promise<number> }>>,
): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Time from request to reply by route template.',
    labelNames: ['route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  for (const [name, gauge] of Object.entries(gauges)) {
    const metric: Gauge = new Gauge({
      name,
      help: gauge.help,
      registers: [registry],
      async collect() {
        metric.set(await gauge.read());
      },
    });
  }
  app.addHook('onResponse', (request, reply, done) => {
    seconds.observe(
      { route: request.routeOptions.url ?? 'none', status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
    done();
  });
  app.get('/metrics', { config: { rateLimit: false } }, async (request, reply) => {
    const direct =
      loopback.has(request.socket.remoteAddress ?? '') && request.headers['x-forwarded-for'] === undefined;
    if (!direct) return reply.status(404).send('');
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
