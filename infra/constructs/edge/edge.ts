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
import { EDGE_ANSWERS } from './edge-answers.ts';
import type { Pages } from './pages.ts';

/** What reaches every part of the API of a request; the distribution adds the caller's address itself. */
const FORWARDED = [
  CREDENTIAL_HEADER,
  VIEWER_ADDRESS_HEADER,
  'Accept',
  'Content-Type',
  'Origin',
  'User-Agent',
];

/** What reaches the endpoints besides, and what the MCP server. Ten in all is the most that a policy takes. */
const FORWARDED_TO_API = [
  ...FORWARDED,
  IDEMPOTENCY_KEY_HEADER,
  'Access-Control-Request-Headers',
  'Access-Control-Request-Method',
];
const FORWARDED_TO_MCP = [...FORWARDED, ...MCP_HEADERS];

/** A policy cannot pass `Authorization` on by its name, so that the token in it goes where the API reads credentials. */
const TO_CREDENTIAL = `function handler(event) {
  var headers = event.request.headers;
  var token = headers.authorization && /^Bearer +(\\S+)$/i.exec(headers.authorization.value);
  if (token && !headers['${CREDENTIAL_HEADER.toLowerCase()}'])
    headers['${CREDENTIAL_HEADER.toLowerCase()}'] = { value: token[1] };
  return event.request;
}`;

/** Statuses that CloudFront would otherwise cache for ten seconds and return to other callers. */
const KEPT_STATUSES = [400, 403, 404, 500];

/**
 * Errors of CloudFront itself, which the API never returns. They are replaced by the API's envelope and status. Its 400
 * and 403 cannot be distinguished from the API's, so they are not replaced.
 */
const OWN_ANSWERS = [
  { httpStatuses: [502, 503, 504], responseHttpStatus: 500, responsePagePath: EDGE_ANSWERS.failed.path },
  { httpStatuses: [414], responseHttpStatus: 400, responsePagePath: EDGE_ANSWERS.overlong.path },
] as const;

export interface EdgeProps {
  readonly restApi: SpecRestApi;
  readonly domain: NonNullable<Settings['domain']>;
  /** The secret that the distribution sends with every request, as a reference to its store. */
  readonly originSecret: string;
  readonly versions: readonly ApiVersion[];
  readonly hasMcp: boolean;
  readonly pages: Pages;
}

/**
 * One host in front of the API and the dashboard: a distribution that keeps nothing of the API, and behind it a domain
 * of API Gateway's own, where the stage is no part of the path. What is below a version is the API's, `/mcp` the server
 * for assistants, all else pages.
 */
export class Edge extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { restApi, domain, originSecret, versions, hasMcp, pages }: EdgeProps,
  ) {
    super(scope, id);
    const origin = new DomainName(this, 'Origin', {
      domainName: domain.originName,
      certificate: Certificate.fromCertificateArn(this, 'OriginCertificate', domain.originCertificateArn),
      endpointType: EndpointType.REGIONAL,
      securityPolicy: SecurityPolicy.TLS_1_2,
    });
    origin.addBasePathMapping(restApi, { stage: restApi.deploymentStage });
    const api = toApi(this, domain.originName, originSecret);
    const distribution = new Distribution(this, 'Distribution', {
      comment: domain.name,
      domainNames: [domain.name],
      certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      ...(domain.webAclArn === undefined ? {} : { webAclId: domain.webAclArn }),
      errorResponses: [
        ...KEPT_STATUSES.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
        ...OWN_ANSWERS.flatMap(({ httpStatuses, ...answer }) =>
          httpStatuses.map((httpStatus) => ({ httpStatus, ...answer, ttl: Duration.seconds(0) })),
        ),
      ],
      defaultBehavior: pages.document,
      additionalBehaviors: {
        '/assets/*': pages.parts,
        [SECURITY_TXT_PATH]: api,
        ...(hasMcp ? { [mcpRoute.path]: toMcp(this, api) } : {}),
        ...Object.fromEntries(
          versions.flatMap(({ id: version }) => [
            [`/${version}`, api],
            [`/${version}/*`, api],
          ]),
        ),
      },
    });
    // Functions and gateway must accept a new secret before the distribution sends it.
    distribution.node.addDependency(restApi.deploymentStage);
    nameResource(origin, 'OriginDomain');
    nameResource(distribution, 'Distribution');
    acknowledgeFindings(distribution);
    const point = (name: string, value: string, description: string) =>
      new CfnOutput(this, name, { value, description }).overrideLogicalId(`Edge${name}`);
    point('Target', distribution.distributionDomainName, domain.name);
    point('OriginTarget', origin.domainNameAliasDomainName, domain.originName);
  }
}

/** The behaviour for API paths, without caching. */
function toApi(scope: Construct, originName: string, originSecret: string) {
  return {
    origin: new HttpOrigin(originName, {
      protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
      customHeaders: { [ORIGIN_SECRET_HEADER]: originSecret, [POLICY_SECRET_HEADER]: originSecret },
      readTimeout: Duration.seconds(30),
    }),
    allowedMethods: AllowedMethods.ALLOW_ALL,
    cachePolicy: CachePolicy.CACHING_DISABLED,
    originRequestPolicy: forwarding(scope, 'Forwarding', FORWARDED_TO_API),
    viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
    compress: false,
  } satisfies BehaviorOptions;
}

function forwarding(scope: Construct, id: string, headers: readonly string[]): OriginRequestPolicy {
  const policy = new OriginRequestPolicy(scope, id, {
    headerBehavior: OriginRequestHeaderBehavior.allowList(...headers),
    queryStringBehavior: OriginRequestQueryStringBehavior.all(),
  });
  nameResource(policy, `${id}Policy`);
  return policy;
}

/** The behaviour for `/mcp`: passes the protocol's headers on, and uses a bearer token as the credential. */
function toMcp(scope: Construct, api: BehaviorOptions): BehaviorOptions {
  return {
    ...api,
    originRequestPolicy: forwarding(scope, 'McpForwarding', FORWARDED_TO_MCP),
    functionAssociations: [{ eventType: FunctionEventType.VIEWER_REQUEST, function: toCredential(scope) }],
  };
}

function toCredential(scope: Construct): EdgeFunction {
  const made = new EdgeFunction(scope, 'ToCredential', {
    code: FunctionCode.fromInline(TO_CREDENTIAL),
    runtime: FunctionRuntime.JS_2_0,
  });
  nameResource(made, 'McpToCredential');
  return made;
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
