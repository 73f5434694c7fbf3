import { BucketPlace } from './bucket-place';

/** A key or prefix as stores write it, however a person did. */
export function withoutSlashes(text: string): string {
  return text.split('/').filter(Boolean).join('/');
}

const ADDRESS = /^s3:\/\/([^/]+)\/?(.*)$/;

/** A bucket and what stands behind it in an `s3://` address; null for a path of this machine. */
export function bucketAddress(text: string): { readonly bucket: string; readonly key: string } | null {
  const found = ADDRESS.exec(text);
  return found && { bucket: found[1] ?? '', key: withoutSlashes(found[2] ?? '') };
}

/**
 * The bucket that a command was given, with the variables that every program for S3 reads: AWS_ACCESS_KEY_ID,
 * AWS_SECRET_ACCESS_KEY, AWS_REGION, AWS_ENDPOINT_URL_S3. With an own endpoint the bucket stands in the path, unless
 * BACKUP_S3_PATH_STYLE is false.
 */
export function placeAt(bucket: string, prefix: string, environment: NodeJS.ProcessEnv): Promise<BucketPlace> {
  const endpoint = environment.AWS_ENDPOINT_URL_S3 ?? environment.AWS_ENDPOINT_URL ?? '';
  const { AWS_ACCESS_KEY_ID: accessKeyId = '', AWS_SECRET_ACCESS_KEY: secretAccessKey = '' } = environment;
  const isGiven = accessKeyId !== '' && secretAccessKey !== '' && !environment.AWS_SESSION_TOKEN;
  return BucketPlace.open({
    endpoint,
    region: environment.AWS_REGION ?? environment.AWS_DEFAULT_REGION ?? (endpoint === '' ? '' : 'us-east-1'),
    bucket,
    prefix,
    isPathStyle: endpoint !== '' && environment.BACKUP_S3_PATH_STYLE !== 'false',
    credentials: isGiven ? { accessKeyId, secretAccessKey } : null,
  });
}
