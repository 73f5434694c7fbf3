import { randomBytes } from 'node:crypto';
import { BucketPlace, tryPlace } from '@archive';
import { BucketServer } from '../support/fakes/bucket-server';

const PART_BYTES = 5 * 1024 * 1024;
/** Small enough for a test to see what happens when a store says nothing. */
const LIMITS = { connectMs: 2_000, idleMs: 400, tries: 3, partBytes: PART_BYTES };
const NAME = 'sluice-20261126-030000.backup';

let server: BucketServer;
let place: BucketPlace;
beforeEach(async () => {
  server = await BucketServer.start();
  place = await BucketPlace.open(server.settings, LIMITS);
});
afterEach(async () => {
  place.close();
  await server.close();
});

async function* pieces(whole: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < whole.length; at += 100_000) yield whole.subarray(at, at + 100_000);
}

async function readAll(name: string): Promise<Buffer> {
  const found: Buffer[] = [];
  for await (const piece of place.read(name)) found.push(piece);
  return Buffer.concat(found);
}

const small = randomBytes(200_000);
const large = randomBytes(PART_BYTES * 3 + 12_345);

describe('a bucket', () => {
  it('keeps what is small with one request, and what is large in parts, and gives both back', async () => {
    expect(await place.write(NAME, pieces(small))).toBe(small.length);
    expect(server.seen).toEqual(['put']);
    const second = 'sluice-20261127-030000.backup';
    // On a busy machine the store says nothing for longer while it takes a part, which would be tried again.
    const patient = await BucketPlace.open(server.settings, { ...LIMITS, idleMs: 30_000 });
    expect(await patient.write(second, pieces(large))).toBe(large.length);
    patient.close();
    expect(server.seen.filter(operation => operation === 'part')).toHaveLength(4);
    expect(server.largestBody).toBe(PART_BYTES);
    expect((await readAll(NAME)).equals(small)).toBe(true);
    expect((await readAll(second)).equals(large)).toBe(true);
  });

  it('lists its backups, the newest first, over several pages, and nothing else', async () => {
    const names = [1, 2, 3, 4, 5].map(day => `sluice-2026110${day}-030000.backup`);
    for (const name of [...names, 'notes.txt']) await place.write(name, pieces(small));
    server.objects.set('elsewhere/sluice-20261109-030000.backup', small);
    expect((await place.list()).map(({ name }) => name)).toEqual([...names].reverse());
    await place.remove(names[4] ?? '');
    const [newest] = await place.list();
    expect(newest).toEqual({ name: names[3], bytes: small.length, madeAtMs: Date.UTC(2026, 10, 4, 3) });
  });

  it('is tried out with a small object, of which nothing stays', async () => {
    await tryPlace(place);
    expect(server.seen).toEqual(['put', 'list', 'get', 'delete']);
    expect(server.objects.size).toBe(0);
  });

  it('says what is wrong with a key, a secret, a bucket and an address', async () => {
    const sentenceFor = async (changes: Partial<BucketServer['settings']>) => {
      const wrong = await BucketPlace.open({ ...server.settings, ...changes }, LIMITS);
      const sentence = await wrong.list().then(
        () => 'no error',
        (error: Error) => error.message,
      );
      wrong.close();
      return sentence;
    };
    const credentials = { accessKeyId: 'AKIATESTBUCKET', secretAccessKey: 'not the one' };
    expect(await sentenceFor({ credentials })).toMatch(/secret key or the region is wrong \(403 SignatureDoesNotMatch/);
    expect(await sentenceFor({ bucket: 'other' })).toMatch(/s3:\/\/other\/nightly failed: there is no such bucket/);
    expect(await sentenceFor({ endpoint: 'http://127.0.0.1:9' })).toMatch(/nothing answers at the address/);
    server.fail('list', 'forbidden');
    expect(await sentenceFor({})).toMatch(/the key may not do this.*403 AccessDenied/);
    expect(await sentenceFor({ credentials })).not.toContain('not the one');
  });
});

describe('a bucket that fails', () => {
  it.each(['broken', 'cut', 'silent'] as const)('once (%s) is asked again, and keeps the whole', async fault => {
    server.fail('part', fault);
    server.fail('complete', 'broken');
    expect(await place.write(NAME, pieces(large))).toBe(large.length);
    expect(server.objects.get(`nightly/${NAME}`)?.equals(large)).toBe(true);
  });

  it.each([
    ['forbidden', /the key may not do this/],
    ['broken', /InternalError/],
    ['cut', /s3:\/\/backups\/nightly failed/],
    ['silent', /s3:\/\/backups\/nightly failed: the store took too long/],
  ] as const)('each time (%s) keeps nothing, and no part stays', async (fault, sentence) => {
    server.fail('part', fault, 100);
    await expect(place.write(NAME, pieces(large))).rejects.toThrow(sentence);
    server.heal();
    expect(await place.list()).toEqual([]);
    expect([server.objects.size, server.uploads.size]).toEqual([0, 0]);
  });

  it('keeps nothing when the bytes to keep end in a failure, which stays as it is', async () => {
    const broken = async function* () {
      yield* pieces(large);
      throw new Error('the database went away');
    };
    await expect(place.write(NAME, broken())).rejects.toThrow('the database went away');
    expect([server.objects.size, server.uploads.size]).toEqual([0, 0]);
  });

  it('is read on where a connection broke off', async () => {
    await place.write(NAME, pieces(large));
    server.fail('get', 'cut', 2);
    expect((await readAll(NAME)).equals(large)).toBe(true);
    server.fail('get', 'cut', 100);
    await expect(readAll(NAME)).rejects.toThrow(/s3:\/\/backups\/nightly failed/);
  });
});
