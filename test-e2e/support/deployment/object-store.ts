import type { Metadata, Resources } from "./operator-resources/shared.ts";

interface SecretKey {
  name: string;
  key: string;
}

interface ArchivedFiles {
  compression: "bzip2" | "gzip" | "lz4" | "snappy";
  encryption: "AES256" | "aws:kms";
}

/** The resource of CloudNativePG's Barman Cloud plugin, with only the fields that the manifests use. */
export interface IObjectStore {
  apiVersion: "barmancloud.cnpg.io/v1";
  kind: "ObjectStore";
  metadata: Metadata;
  spec: {
    retentionPolicy: `${number}${"d" | "w" | "m"}`;
    configuration: {
      destinationPath: string;
      endpointURL: string;
      endpointCA?: SecretKey;
      s3Credentials: { accessKeyId: SecretKey; secretAccessKey: SecretKey; region?: SecretKey };
      wal: ArchivedFiles;
      data: ArchivedFiles;
    };
    instanceSidecarConfiguration: { resources: Resources };
  };
}
