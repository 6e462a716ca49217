import { Agent, request } from 'node:http';
import { REGION } from '../../../infra/emulator/template/physical.ts';
import { type Answer, body } from './wire.ts';

const CONNECTIONS_MAX = 64;

/** All calls to the engine use this access key, because an engine may keep separate tables for each access key. */
const AUTHORIZATION =
  `AWS4-HMAC-SHA256 Credential=local/20200101/${REGION}/dynamodb/aws4_request, ` +
  'SignedHeaders=host;x-amz-date, Signature=local';

/** A client of an engine that speaks DynamoDB's protocol. */
export interface EngineClient {
  /** Returns the engine's response to a call such as `DynamoDB_20120810.GetItem`, successful or not. */
  call(target: string, input: object): Promise<Answer>;
  stop(): void;
}

export function createEngineClient(endpoint: string): EngineClient {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS_MAX });
  const call = (target: string, input: object) =>
    new Promise<Answer>((resolve, reject) => {
      const headers = {
        'Content-Type': 'application/x-amz-json-1.0',
        'X-Amz-Target': target,
        'X-Amz-Date': new Date().toISOString().replace(/[-:]|\.\d+/g, ''),
        Authorization: AUTHORIZATION,
      };
      const sent = request(endpoint, { method: 'POST', agent, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          text += chunk;
        });
        response.once('error', reject);
        response.once('end', () => {
          try {
            resolve({ status: response.statusCode ?? 500, body: body.parse(JSON.parse(text)) });
          } catch (error) {
            reject(error);
          }
        });
      });
      sent.once('error', reject);
      sent.end(JSON.stringify(input));
    });
  return { call, stop: () => agent.destroy() };
}
