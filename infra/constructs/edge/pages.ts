import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import {
  type BehaviorOptions,
  CachePolicy,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  ResponseHeadersPolicy,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import type { Settings } from '../../context.ts';
import {
  CACHE_CONTROL,
  DASHBOARD_DOCUMENT_PATH,
  NOT_FOUND_RESPONSE,
  REQUEST_PATTERNS,
  SECURITY_HEADERS,
} from '../../dashboard/files.ts';
import type { WrittenSite } from '../../dashboard/write.ts';
import { nameResource } from '../names.ts';
import { EDGE_ERROR_RESPONSES } from './edge-error-responses.ts';

/** Time for which browsers use only HTTPS for this host (HSTS). */
const HSTS_MAX_AGE = Duration.days(365);

/** Returns the code of a CloudFront function that selects the file for a path, by the same rules as `findServedPath`. */
const buildDocumentFunctionCode = (hasPages: boolean) => `function handler(event) {
  var request = event.request;
  var accept = request.headers.accept ? request.headers.accept.value : '';
  if (request.method === 'GET' || request.method === 'HEAD') {
    if (${REQUEST_PATTERNS.file}.test(request.uri)) return request;
    if (${hasPages} && ${REQUEST_PATTERNS.anyHtml}.test(accept) && ${REQUEST_PATTERNS.documentation}.test(request.uri)) {
      request.uri = request.uri.replace(/\\/$/, '') + '/index.html';
      return request;
    }
    if (${hasPages} && ${REQUEST_PATTERNS.html}.test(accept) && ${REQUEST_PATTERNS.page}.test(request.uri)) {
      request.uri = '${DASHBOARD_DOCUMENT_PATH}';
      return request;
    }
  }
  return {
    statusCode: ${NOT_FOUND_RESPONSE.status},
    statusDescription: 'Not Found',
    headers: {
      'content-type': { value: '${NOT_FOUND_RESPONSE.contentType}' },
      'cache-control': { value: '${CACHE_CONTROL.document}' }
    },
    body: ${REQUEST_PATTERNS.oauth}.test(request.uri) ? ${JSON.stringify(NOT_FOUND_RESPONSE.oauthBody)} : ${JSON.stringify(NOT_FOUND_RESPONSE.body)}
  };
}`;

/** Omits `isWebsite`, because the CDK's types `Bucket` and `IBucket` declare this property differently. */
type CdkBucket = Omit<Bucket, 'isWebsite'>;

export interface PagesProps {
  /**
   * Built files of the dashboard; undefined when the stage has no dashboard. Without a dashboard, the bucket
   * contains only the error responses of the CloudFront distribution.
   */
  readonly site: WrittenSite | undefined;
  readonly settings: Settings;
}

/**
 * The dashboard in a private S3 bucket that only the CloudFront distribution can read. Scripts and other
 * assets of earlier releases stay in the bucket, because a page that is still open may load them.
 */
export class Pages extends Construct {
  /** CloudFront behaviour of the HTML documents, which browsers always revalidate. */
  readonly document: BehaviorOptions;
  /**
   * CloudFront behaviour of the scripts and other files whose names contain a hash. Browsers cache these
   * files for a year.
   */
  readonly parts: BehaviorOptions;

  constructor(scope: Construct, id: string, { site, settings }: PagesProps) {
    super(scope, id);
    const bucket: CdkBucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      // Keep the bucket when the stack is deleted, because CloudFormation cannot delete a bucket that contains files.
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    nameResource(bucket, 'PagesBucket');
    const commonBehaviorOptions = {
      origin: S3BucketOrigin.withOriginAccessControl(bucket),
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      responseHeadersPolicy: createHeadersPolicy(this),
      compress: true,
    };
    this.parts = { ...commonBehaviorOptions, cachePolicy: CachePolicy.CACHING_OPTIMIZED };
    const edgeFunction = new EdgeFunction(this, 'ToDocument', {
      code: FunctionCode.fromInline(buildDocumentFunctionCode(site !== undefined)),
      runtime: FunctionRuntime.JS_2_0,
    });
    nameResource(edgeFunction, 'PagesToDocument');
    this.document = {
      ...commonBehaviorOptions,
      // This cache policy allows compression. Its minimum TTL is one second, so CloudFront caches even a `no-cache`
      // document for one second.
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      functionAssociations: [{ eventType: FunctionEventType.VIEWER_REQUEST, function: edgeFunction }],
    };
    this.#deploy(bucket, site, settings);
  }

  /** Deploys the hashed files before the HTML document that loads them, so that no page requests a missing file. */
  #deploy(bucket: CdkBucket, site: WrittenSite | undefined, settings: Settings): void {
    const logGroup = new LogGroup(this, 'DeploymentLogs', {
      retention: settings.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    nameResource(logGroup, 'PagesDeploymentLogs');
    const commonOptions = {
      destinationBucket: bucket,
      prune: false,
      retainOnDelete: true,
      memoryLimit: 256,
      logGroup,
    };
    const immutableFilesDeployment =
      site &&
      new BucketDeployment(this, 'Parts', {
        ...commonOptions,
        sources: [Source.asset(site.partsDirectory)],
        cacheControl: [CacheControl.fromString(CACHE_CONTROL.immutable)],
      });
    const htmlDocumentDeployment = new BucketDeployment(this, 'Document', {
      ...commonOptions,
      sources: [
        ...(site === undefined ? [] : [Source.asset(site.documentDirectory)]),
        ...Object.values(EDGE_ERROR_RESPONSES).map(({ path, body }) => Source.data(path.slice(1), body)),
      ],
      cacheControl: [CacheControl.fromString(CACHE_CONTROL.document)],
    });
    if (immutableFilesDeployment !== undefined)
      htmlDocumentDeployment.node.addDependency(immutableFilesDeployment);
    acknowledgeFindings(bucket, htmlDocumentDeployment);
  }
}

/** Security headers that CloudFront accepts only in dedicated properties, not as custom headers. */
const HEADERS_WITH_OWN_SETTING = new Set([
  'Content-Security-Policy',
  'Referrer-Policy',
  'X-Content-Type-Options',
  'X-Frame-Options',
]);

function createHeadersPolicy(scope: Construct): ResponseHeadersPolicy {
  const policy = new ResponseHeadersPolicy(scope, 'Headers', {
    securityHeadersBehavior: {
      contentSecurityPolicy: {
        contentSecurityPolicy: SECURITY_HEADERS['Content-Security-Policy'] ?? '',
        override: true,
      },
      contentTypeOptions: { override: true },
      frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
      referrerPolicy: {
        referrerPolicy: HeadersReferrerPolicy.STRICT_ORIGIN_WHEN_CROSS_ORIGIN,
        override: true,
      },
      strictTransportSecurity: { accessControlMaxAge: HSTS_MAX_AGE, includeSubdomains: true, override: true },
    },
    customHeadersBehavior: {
      customHeaders: Object.entries(SECURITY_HEADERS)
        .filter(([headerName]) => !HEADERS_WITH_OWN_SETTING.has(headerName))
        .map(([headerName, value]) => ({ header: headerName, value, override: true })),
    },
  });
  nameResource(policy, 'PagesHeaders');
  return policy;
}

const COPY_PERMISSION_REASON =
  "The CDK's own function copies from its bucket of assets into this one, and is given the whole of both.";

function acknowledgeFindings(bucket: CdkBucket, { handlerRole }: BucketDeployment): void {
  Validations.of(bucket).acknowledge({
    id: 'AwsSolutions-S1',
    reason: 'Only the distribution reads it, and its content is public.',
  });
  const handler = handlerRole.node.scope;
  if (handler === undefined) throw new Error('The deployment has no function');
  const actionFindings = ['GetBucket*', 'GetObject*', 'List*', 'Abort*', 'DeleteObject*'].map(
    (name) => `Action::s3:${name}`,
  );
  const resources = [
    'arn:<AWS::Partition>:s3:::cdk-hnb659fds-assets-<AWS::AccountId>-<AWS::Region>/*',
    '<PagesBucket.Arn>/*',
  ].map((name) => `Resource::${name}`);
  Validations.of(handler).acknowledge(
    { id: 'AwsSolutions-L1', reason: 'The runtime is the choice of the CDK, which moves it on.' },
    {
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
      reason: "The role of the CDK's own function may write its log, and this is how the CDK grants it.",
    },
    ...[...actionFindings, ...resources].map((finding) => ({
      id: `AwsSolutions-IAM5[${finding}]`,
      reason: COPY_PERMISSION_REASON,
    })),
  );
}
