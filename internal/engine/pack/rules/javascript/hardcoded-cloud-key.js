const AWS = require('aws-sdk');

// ruleid: javascript-hardcoded-cloud-key
const queue = new AWS.SQS({ accessKeyId: 'AKIAQ7R2LMV4T3', secretAccessKey: 'b7Hq0vZp1xWm' });
// ok: javascript-hardcoded-cloud-key
const other = new AWS.SQS({ accessKeyId: process.env.KEY_ID, secretAccessKey: process.env.KEY });

const client = new S3Client({
  region: 'eu-central-1',
  // ruleid: javascript-hardcoded-cloud-key
  credentials: { accessKeyId: 'AKIAQ7R2LMV4T3', secretAccessKey: 'b7Hq0vZp1xWm' },
});

// ruleid: javascript-hardcoded-cloud-key
const credentials = new AWS.Credentials('AKIAQ7R2LMV4T3', 'b7Hq0vZp1xWm');
// ok: javascript-hardcoded-cloud-key
const fromFile = new AWS.Credentials(file.id, file.key);

// ruleid: javascript-hardcoded-cloud-key
const blobs = new StorageSharedKeyCredential('harbour', 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDX');
// ok: javascript-hardcoded-cloud-key
const local = new S3Client({ endpoint, credentials: { accessKeyId: 'minio', secretAccessKey: 'minio123' } });
// ruleid: javascript-hardcoded-cloud-key
const account = connect({ accountName: 'harbour', accountKey: 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDX==' });
// ruleid: javascript-hardcoded-cloud-key
const bus = { connectionString: 'Endpoint=sb://harbour.servicebus.windows.net/;SharedAccessKeyName=all;SharedAccessKey=b7Hq0vZp1xWm=' };
// ok: javascript-hardcoded-cloud-key
const named = { connectionString: 'main' };
