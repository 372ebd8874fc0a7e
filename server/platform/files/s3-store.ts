import { checkStorageName, type FileStore } from './file-store.ts';

export interface S3Settings {
  readonly bucket: string;
  readonly region: string;
  /** Of a service that speaks S3 but is not Amazon's; null for Amazon itself. */
  readonly endpoint: string | null;
}

/**
 * Files in a bucket of S3 or of a service that speaks it. Who we are comes from where
 * its client looks: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, a profile, or the machine's role.
 */
export function createS3Store({ bucket, region, endpoint }: S3Settings): FileStore {
  // 12 MB of code that only those who use it load, and only once.
  const connect = async () => {
    const library = await import('@aws-sdk/client-s3');
    const client = new library.S3Client({
      region,
      ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
      // Services other than Amazon's refuse the checksums that its client adds by itself.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
    return { client, library };
  };
  let connected: ReturnType<typeof connect> | undefined;
  const connection = () => (connected ??= connect());
  const at = (name: string) => ({ Bucket: bucket, Key: checkStorageName(name) });

  return {
    async put(name, content) {
      const { client, library } = await connection();
      const type = 'application/octet-stream';
      await client.send(new library.PutObjectCommand({ ...at(name), Body: content, ContentType: type }));
    },

    async find(name) {
      const { client, library } = await connection();
      try {
        const { Body } = await client.send(new library.GetObjectCommand(at(name)));
        return await Body?.transformToByteArray();
      } catch (error) {
        if (error instanceof library.NoSuchKey) return undefined;
        throw error;
      }
    },

    async remove(name) {
      const { client, library } = await connection();
      await client.send(new library.DeleteObjectCommand(at(name)));
    },
  };
}
