import { voucherCodeMax } from "../../../../../resources/billing/voucher-gifts.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Form } from "../../../ui/form.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { giftSummary, redeemableUntil } from "./gift-labels.ts";
import { useVoucher } from "./use-voucher.ts";
import styles from "./voucher-card.module.css";

interface VoucherCardProps {
  /** Called after redemption. */
  readonly onRedeemed?: () => void;
}

/** Redeems a voucher after a preview. For users with access to payments. */
export const VoucherCard = ({ onRedeemed }: VoucherCardProps) => {
  const voucher = useVoucher(onRedeemed);
  const { code, checked, error } = voucher;
  const previewed = checked?.step === "previewed" ? checked.gift : undefined;
  const redeemed = checked?.step === "redeemed" ? checked.gift : undefined;
  return (
    <Card title="Voucher" text="Redeem a voucher for LAND or resources.">
      <Form onSubmit={() => void (previewed ? voucher.redeem() : voucher.verify())}>
        <div className={styles.line}>
          <TextField
            label="Code"
            code
            value={code}
            placeholder="XXXX-XXXX-XXXX-XXXX-XXXX"
            maxLength={voucherCodeMax}
            autoComplete="off"
            onChange={voucher.type}
            {...(error !== undefined && { error })}
          />
          {previewed ? (
            <Button type="submit" kind="primary" busy={voucher.redeeming}>
              Redeem
            </Button>
          ) : (
            <Button type="submit" busy={voucher.verifying}>
              Check code
            </Button>
          )}
        </div>
        <div role="status">
          {previewed && (
            <Banner icon="gift" title={`Value: ${giftSummary(previewed)}.`}>
              {redeemableUntil(previewed)}
            </Banner>
          )}
          {redeemed && <Banner kind="success" icon="check" title={`Redeemed: ${giftSummary(redeemed)}.`} />}
        </div>
      </Form>
    </Card>
  );
};
