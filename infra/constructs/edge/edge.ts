import { CfnOutput, Duration, Validations } from 'aws-cdk-lib';
import { DomainName, EndpointType, SecurityPolicy, type SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  OriginProtocolPolicy,
  OriginRequestHeaderBehavior,
  OriginRequestPolicy,
  OriginRequestQueryStringBehavior,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { Construct } from 'constructs';
import {
  CREDENTIAL_HEADER,
  IDEMPOTENCY_KEY_HEADER,
  MCP_HEADERS,
  ORIGIN_SECRET_HEADER,
  VIEWER_ADDRESS_HEADER,
} from '../../../shared/platform/contract/headers.ts';
import type { ApiVersion } from '../../../shared/platform/contract/versions/versions.ts';
import { mcpRoute } from '../../../shared/service/contract/mcp.ts';
import type { Settings } from '../../context.ts';
import { SECURITY_TXT_PATH } from '../api/body/security-txt.ts';
import { POLICY_SECRET_HEADER } from '../api/rest-api.ts';
import { nameResource } from '../names.ts';
import { EDGE_ERROR_RESPONSES } from './edge-error-responses.ts';
import type { Pages } from './pages.ts';

/**
 * Request headers that the CloudFront distribution forwards to endpoints and to `/mcp`. CloudFront itself
 * adds the header with the caller's IP address.
 */
const FORWARDED_HEADERS = [
  CREDENTIAL_HEADER,
  VIEWER_ADDRESS_HEADER,
  'Accept',
  'Content-Type',
  'Origin',
  'User-Agent',
];

/**
 * Request headers that the CloudFront distribution forwards to endpoints. An origin request policy accepts at
 * most ten headers.
 */
const API_FORWARDED_HEADERS = [
  ...FORWARDED_HEADERS,
  IDEMPOTENCY_KEY_HEADER,
  'Access-Control-Request-Headers',
  'Access-Control-Request-Method',
];
const MCP_FORWARDED_HEADERS = [...FORWARDED_HEADERS, ...MCP_HEADERS];

/**
 * Code of a CloudFront function that copies a bearer token to the credential header. An origin request policy
 * cannot forward the `Authorization` header by name.
 */
const BEARER_TO_CREDENTIAL_CODE = `function handler(event) {
  var headers = event.request.headers;
  var token = headers.authorization && /^Bearer +(\\S+)$/i.exec(headers.authorization.value);
  if (token && !headers['${CREDENTIAL_HEADER.toLowerCase()}'])
    headers['${CREDENTIAL_HEADER.toLowerCase()}'] = { value: token[1] };
  return event.request;
}`;

/** Error statuses that CloudFront must not cache, because it would return a cached error to other callers. */
const UNCACHED_STATUSES = [400, 403, 404, 500];

/**
 * CloudFront errors that are replaced by responses in the API's envelope. 400 and 403 are not replaced, because the
 * API also returns them.
 */
const REPLACED_ERROR_RESPONSES = [
  {
    httpStatuses: [502, 503, 504],
    responseHttpStatus: 500,
    responsePagePath: EDGE_ERROR_RESPONSES.failed.path,
  },
  { httpStatuses: [414], responseHttpStatus: 400, responsePagePath: EDGE_ERROR_RESPONSES.overlong.path },
] as const;

export interface EdgeProps {
  readonly restApi: SpecRestApi;
  readonly domain: NonNullable<Settings['domain']>;
  /** Reference to the stored secret that the distribution sends with each request. */
  readonly originSecret: string;
  readonly versions: readonly ApiVersion[];
  readonly hasMcp: boolean;
  readonly pages: Pages;
}

/**
 * A CloudFront distribution that serves the API and the dashboard on one host. Paths with a version go to the API,
 * `/mcp` to the MCP server, and all others to the pages.
 */
export class Edge extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { restApi, domain, originSecret, versions, hasMcp, pages }: EdgeProps,
  ) {
    super(scope, id);
    const originDomain = new DomainName(this, 'Origin', {
      domainName: domain.originName,
      certificate: Certificate.fromCertificateArn(this, 'OriginCertificate', domain.originCertificateArn),
      endpointType: EndpointType.REGIONAL,
      securityPolicy: SecurityPolicy.TLS_1_2,
    });
    originDomain.addBasePathMapping(restApi, { stage: restApi.deploymentStage });
    const api = buildApiBehavior(this, domain.originName, originSecret);
    const distribution = new Distribution(this, 'Distribution', {
      comment: domain.name,
      domainNames: [domain.name],
      certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      ...(domain.webAclArn === undefined ? {} : { webAclId: domain.webAclArn }),
      errorResponses: [
        ...UNCACHED_STATUSES.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
        ...REPLACED_ERROR_RESPONSES.flatMap(({ httpStatuses, ...answer }) =>
          httpStatuses.map((httpStatus) => ({ httpStatus, ...answer, ttl: Duration.seconds(0) })),
        ),
      ],
      defaultBehavior: pages.document,
      additionalBehaviors: {
        '/assets/*': pages.parts,
        [SECURITY_TXT_PATH]: api,
        ...(hasMcp ? { [mcpRoute.path]: buildMcpBehavior(this, api) } : {}),
        ...Object.fromEntries(
          versions.flatMap(({ id: version }) => [
            [`/${version}`, api],
            [`/${version}/*`, api],
          ]),
        ),
      },
    });
    // Deploy the distribution last, because the functions and API Gateway must accept a new secret before it is
    // sent.
    distribution.node.addDependency(restApi.deploymentStage);
    nameResource(originDomain, 'OriginDomain');
    nameResource(distribution, 'Distribution');
    acknowledgeFindings(distribution);
    const addOutput = (name: string, value: string, description: string) =>
      new CfnOutput(this, name, { value, description }).overrideLogicalId(`Edge${name}`);
    addOutput('Target', distribution.distributionDomainName, domain.name);
    addOutput('OriginTarget', originDomain.domainNameAliasDomainName, domain.originName);
  }
}

function buildApiBehavior(scope: Construct, originName: string, originSecret: string) {
  return {
    origin: new HttpOrigin(originName, {
      protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
      customHeaders: { [ORIGIN_SECRET_HEADER]: originSecret, [POLICY_SECRET_HEADER]: originSecret },
      readTimeout: Duration.seconds(30),
    }),
    allowedMethods: AllowedMethods.ALLOW_ALL,
    cachePolicy: CachePolicy.CACHING_DISABLED,
    originRequestPolicy: createForwardingPolicy(scope, 'Forwarding', API_FORWARDED_HEADERS),
    viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
    compress: false,
  } satisfies BehaviorOptions;
}

function createForwardingPolicy(
  scope: Construct,
  id: string,
  headers: readonly string[],
): OriginRequestPolicy {
  const policy = new OriginRequestPolicy(scope, id, {
    headerBehavior: OriginRequestHeaderBehavior.allowList(...headers),
    queryStringBehavior: OriginRequestQueryStringBehavior.all(),
  });
  nameResource(policy, `${id}Policy`);
  return policy;
}

/** Forwards the headers of MCP, and accepts a bearer token as the credential. */
function buildMcpBehavior(scope: Construct, api: BehaviorOptions): BehaviorOptions {
  return {
    ...api,
    originRequestPolicy: createForwardingPolicy(scope, 'McpForwarding', MCP_FORWARDED_HEADERS),
    functionAssociations: [
      { eventType: FunctionEventType.VIEWER_REQUEST, function: createBearerFunction(scope) },
    ],
  };
}

function createBearerFunction(scope: Construct): EdgeFunction {
  const edgeFunction = new EdgeFunction(scope, 'ToCredential', {
    code: FunctionCode.fromInline(BEARER_TO_CREDENTIAL_CODE),
    runtime: FunctionRuntime.JS_2_0,
  });
  nameResource(edgeFunction, 'McpToCredential');
  return edgeFunction;
}

function acknowledgeFindings(distribution: Distribution): void {
  Validations.of(distribution).acknowledge(
    { id: 'AwsSolutions-CFR1', reason: 'The API is for callers of every country.' },
    {
      id: 'AwsSolutions-CFR2',
      reason: 'A live stage has one: webAclArn of the domain. On a test stage it is a choice.',
    },
    {
      id: 'AwsSolutions-CFR3',
      reason:
        "The API's own access log has every request to it that the distribution passes on; pages are public files.",
    },
  );
}
