import { SignatureV4 } from '@smithy/signature-v4';

/**
 * Leaves out the signatures of requests, because signing takes a sixth of the CPU time of these tests. The embedded
 * engine requires only the format, and the proxy with DynamoDB's rules only the access key. The functions of the
 * end-to-end tests sign their requests, and so do the tests of `npm run test:aws`.
 */
Object.assign(SignatureV4.prototype, {
  async sign(
    this: { credentialProvider(): Promise<{ readonly accessKeyId: string }> },
    request: { readonly headers: Readonly<Record<string, string>> },
  ) {
    const { accessKeyId } = await this.credentialProvider();
    const scope = `${accessKeyId}/20260101/us-east-1/dynamodb/aws4_request`;
    const headers = {
      ...request.headers,
      'x-amz-date': '20260101T000000Z',
      authorization: `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=0`,
    };
    return Object.assign(request, { headers });
  },
});
