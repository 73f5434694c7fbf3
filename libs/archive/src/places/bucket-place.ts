import { Readable } from 'node:stream';
import { type S3Client } from '@aws-sdk/client-s3';
import { type Bytes } from '../sealed-stream';
import { bucketError } from './bucket-error';
import { backupsAmong, type BackupPlace, type StoredBackup } from './place';

export interface BucketSettings {
  /** Empty for Amazon's own, or for what AWS_ENDPOINT_URL_S3 says. */
  readonly endpoint: string;
  /** Empty for what AWS_REGION says. */
  readonly region: string;
  readonly bucket: string;
  /** Without slashes at its ends; may be empty. */
  readonly prefix: string;
  /** Whether the bucket stands in the path of addresses instead of in their host. */
  readonly isPathStyle: boolean;
  /** Null for what the environment, a profile or the machine's role gives. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
}

export interface BucketLimits {
  readonly connectMs: number;
  /** Silence of a connection. */
  readonly idleMs: number;
  /** Tries of one request, and of going on with an object that breaks off while it is read. */
  readonly tries: number;
  /** Bytes of a part; two are in memory. A bucket takes 10,000 parts. */
  readonly partBytes: number;
}

const LIMITS: BucketLimits = { connectMs: 10_000, idleMs: 60_000, tries: 4, partBytes: 16 * 1024 * 1024 };
const PARTS_AT_ONCE = 2;

/** The parts of the official client that are used; nothing of it is loaded before there is a bucket. */
interface Sdk {
  readonly s3: typeof import('@aws-sdk/client-s3');
  readonly storage: typeof import('@aws-sdk/lib-storage');
}

/** Backups in a bucket of S3, or of a store that speaks its protocol. */
export class BucketPlace implements BackupPlace {
  readonly name: string;

  private constructor(
    private readonly sdk: Sdk,
    private readonly client: S3Client,
    private readonly settings: BucketSettings,
    private readonly limits: BucketLimits,
  ) {
    const { bucket, prefix } = settings;
    this.name = `s3://${[bucket, prefix].filter(Boolean).join('/')}`;
  }

  static async open(settings: BucketSettings, limits: Partial<BucketLimits> = {}): Promise<BucketPlace> {
    const [s3, storage] = await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/lib-storage')]);
    const used = { ...LIMITS, ...limits };
    // The client warns on the oldest Node that this server runs on; which client is used is decided here, by its pinned version.
    process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
    const client = new s3.S3Client({
      maxAttempts: used.tries,
      forcePathStyle: settings.isPathStyle,
      // Stores of other makers do not know the newer checksums; each request is signed with the hash of its bytes.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: used.connectMs, socketTimeout: used.idleMs, requestTimeout: 0 },
      ...(settings.endpoint && { endpoint: settings.endpoint }),
      ...(settings.region && { region: settings.region }),
      ...(settings.credentials && { credentials: settings.credentials }),
    });
    return new BucketPlace({ s3, storage }, client, settings, used);
  }

  async write(name: string, bytes: Bytes, signal?: AbortSignal): Promise<number> {
    let length = 0;
    const counted = async function* () {
      for await (const piece of bytes) {
        length += piece.length;
        yield piece;
      }
    };
    await this.told(async () => {
      const body = Readable.from(counted(), { objectMode: false });
      const upload = new this.sdk.storage.Upload({
        client: this.client,
        params: { ...this.at(name), Body: body, ContentType: 'application/octet-stream' },
        partSize: this.limits.partBytes,
        queueSize: PARTS_AT_ONCE,
      });
      const abort = (): void => void upload.abort();
      signal?.addEventListener('abort', abort);
      try {
        await upload.done();
      } finally {
        signal?.removeEventListener('abort', abort);
        body.destroy(); // an upload that failed has not read it to its end
      }
    });
    return length;
  }

  /** Goes on where a connection broke off, as long as the object is the one that was begun. */
  async *read(name: string, signal?: AbortSignal): AsyncGenerator<Buffer> {
    let offset = 0;
    let tag: string | undefined;
    for (let left = this.limits.tries; ;) {
      try {
        const range = offset > 0 ? { Range: `bytes=${offset}-`, IfMatch: tag } : {};
        const { Body, ETag } = await this.client.send(
          new this.sdk.s3.GetObjectCommand({ ...this.at(name), ...range }),
          { abortSignal: signal },
        );
        tag ??= ETag;
        for await (const piece of Body as Readable as Bytes) {
          offset += piece.length;
          yield piece;
        }
        return;
      } catch (error) {
        left -= 1;
        if (offset === 0 || left <= 0 || signal?.aborted) throw bucketError(error, this.name);
      }
    }
  }

  async list(): Promise<readonly StoredBackup[]> {
    const { bucket, prefix } = this.settings;
    const start = prefix === '' ? '' : `${prefix}/`;
    const files: { name: string; bytes: number }[] = [];
    await this.told(async () => {
      let token: string | undefined;
      do {
        const page = await this.client.send(
          new this.sdk.s3.ListObjectsV2Command({ Bucket: bucket, Prefix: start, ContinuationToken: token }),
        );
        for (const { Key = '', Size = 0 } of page.Contents ?? []) {
          files.push({ name: Key.slice(start.length), bytes: Size });
        }
        token = page.NextContinuationToken;
      } while (token !== undefined);
    });
    return backupsAmong(files);
  }

  async remove(name: string): Promise<void> {
    await this.told(() => this.client.send(new this.sdk.s3.DeleteObjectCommand(this.at(name))));
  }

  /** Lets go of its connections. */
  close(): void {
    this.client.destroy();
  }

  private at(name: string): { readonly Bucket: string; readonly Key: string } {
    const { bucket, prefix } = this.settings;
    return { Bucket: bucket, Key: prefix === '' ? name : `${prefix}/${name}` };
  }

  private async told<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      throw bucketError(error, this.name);
    }
  }
}
