import { askEarly, fetchOrTake } from './early-calls';

const asked: string[] = [];
const realFetch = global.fetch;

function requestOf(path: string): Request {
  return new Request(`http://localhost${path}`);
}

describe('the calls that every first page makes', () => {
  beforeEach(() => {
    asked.length = 0;
    global.fetch = async input => {
      const address = input instanceof Request ? new URL(input.url).pathname : String(input);
      asked.push(address);
      if (address === '/api/notice') throw new TypeError('the server is away');
      return Promise.resolve(new Response(address));
    };
  });
  afterEach(async () => {
    // What was not taken would be the answer of a later file, which shares this module.
    await Promise.allSettled(
      ['/api/status', '/api/notice', '/api/home_page_content'].map(path => fetchOrTake(requestOf(path))),
    );
    global.fetch = realFetch;
  });

  it('are sent before the page asks, and their answers are taken once', async () => {
    askEarly('/login');
    expect(asked).toEqual(['/api/status', '/api/notice']);
    expect(await (await fetchOrTake(requestOf('/api/status'))).text()).toBe('/api/status');
    expect(asked).toHaveLength(2);
    await fetchOrTake(requestOf('/api/status'));
    expect(asked).toHaveLength(3);
  });

  it('include what the page at the address shows', () => {
    askEarly('/');
    expect(asked).toEqual(['/api/status', '/api/notice', '/api/home_page_content']);
  });

  it('fail where they are taken', async () => {
    askEarly('/login');
    await expect(fetchOrTake(requestOf('/api/notice'))).rejects.toThrow('the server is away');
  });

  it('leave other calls alone', async () => {
    await fetchOrTake(requestOf('/api/about'));
    expect(asked).toEqual(['/api/about']);
  });
});
