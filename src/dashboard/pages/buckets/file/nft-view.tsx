import { useState } from "react";
import { gatewayPath } from "../../../flows/storage/links.ts";
import { ipfsAddress, type Nft } from "../nft-metadata.ts";
import styles from "./file-page.module.css";

/** An NFT from its metadata. Shows the image if it is on IPFS or embedded in the metadata. */
export const NftView = ({ nft: { name, description, image, traits } }: { readonly nft: Nft }) => {
  const [failed, setFailed] = useState(false);
  const address = imageUrl(image);
  return (
    <div className={styles.nft}>
      {address !== undefined && !failed ? (
        <img src={address} alt={name} onError={() => setFailed(true)} />
      ) : (
        <p>
          The image is not stored on this server: <span className="fh-mono">{image.slice(0, 200)}</span>
        </p>
      )}
      <div>
        <h2>{name}</h2>
        {description && <p>{description}</p>}
        <dl className={styles.traits}>
          {traits.map((trait, at) => (
            <div key={at}>
              <dt>{trait.name || "Trait"}</dt>
              <dd>{trait.value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  );
};

/** Returns undefined for other hosts, because requests would reveal the viewer to them. */
const imageUrl = (image: string): string | undefined => {
  if (/^data:image\//i.test(image)) return image;
  const found = ipfsAddress(image);
  return found && gatewayPath(found.cid, found.path);
};
