import { createServer } from 'node:http';
import { Agent } from 'undici';

/** The yardstick: node:http in front, undici's dispatcher behind, nothing else. No key, no bill, no log. */
const target = new URL(process.env.UPSTREAM_URL);
const agent = new Agent({ pipelining: 1, connections: 4096 });

const server = createServer((request, response) => {
  const parts = [];
  request.on('data', part => parts.push(part));
  request.on('end', () => {
    let controller;
    response.on('drain', () => controller?.resume());
    agent.dispatch(
      {
        origin: target.origin,
        path: request.url,
        method: request.method,
        headers: { 'content-type': 'application/json', authorization: 'Bearer upstream' },
        body: Buffer.concat(parts),
      },
      {
        onRequestStart: running => (controller = running),
        onResponseStart: (_controller, status, headers) => response.writeHead(status, headers),
        onResponseData: (running, bytes) => {
          if (!response.write(bytes)) running.pause();
        },
        onResponseEnd: () => response.end(),
        onResponseError: () => response.destroy(),
      },
    );
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.stdout.write(`ready on http://127.0.0.1:${server.address().port}\n`));
