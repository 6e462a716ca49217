import { SignatureV4 } from '@smithy/signature-v4';

/**
 * Replaces the signatures of requests by a constant, because signing takes one sixth of the CPU time of these tests.
 * The embedded engine checks only the format of the signature. The proxy with DynamoDB's rules checks only the access
 * key. The Lambda functions in end-to-end tests and the tests of `npm run test:aws` still sign their requests.
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
