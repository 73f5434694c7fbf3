import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';

/** A plain page of another site, as the console shows it in a frame. */
export interface Neighbour {
  readonly url: string;
  close(): Promise<void>;
}

const PAGE = `<!doctype html><html lang="en"><head><title>Status</title><link rel="icon" href="data:,"></head>
<body style="font-family: sans-serif; background: white"><h1>All systems are up</h1></body></html>`;

export async function startNeighbour(): Promise<Neighbour> {
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE),
  );
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise(resolve => server.close(() => resolve()));
    },
  };
}
