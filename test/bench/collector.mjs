import { createServer } from 'node:http';

/** Takes whatever a server exports, and keeps nothing of it. */
const server = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end());
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`ready on http://127.0.0.1:${server.address().port}\n`);
});
