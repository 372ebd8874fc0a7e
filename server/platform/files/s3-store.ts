import { checkStorageName, type FileStore } from './file-store.ts';

export interface S3Settings {
  readonly bucket: string;
  readonly region: string;
  /** The address of an S3-compatible service; null for Amazon. */
  readonly endpoint: string | null;
}

/**
 * Stores files in a bucket of S3 or a compatible service. Credentials come from the client's usual sources:
 * AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, a profile, or the machine's role.
 */
export function createS3Store({ bucket, region, endpoint }: S3Settings): FileStore {
  // Loaded only if used: 12 MB of code.
  const connect = async () => {
    const library = await import('@aws-sdk/client-s3');
    const client = new library.S3Client({
      region,
      ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
      // Other services refuse the checksums that Amazon's client adds by default.
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
