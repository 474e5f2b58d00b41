import { useState } from "react";
import { redeemVoucher, verifyVoucher, type Gift } from "../../../../../resources/billing/vouchers.ts";
import { FormSteps, ownForm } from "../../../framework/forms/form.tsx";
import { Banner } from "../../../ui/states/banner.tsx";
import { Card } from "../../../ui/panels/card.tsx";
import { giftSummary, redeemableUntil } from "./gift-labels.ts";

interface VoucherCardProps {
  /** Called after redemption. */
  readonly onRedeemed?: () => void;
}

interface CheckedVoucher {
  /** Empty once it is redeemed. */
  readonly code: string;
  readonly gift: Gift;
}

/** Redeems a voucher after a preview. For users with access to payments. */
export const VoucherCard = ({ onRedeemed }: VoucherCardProps) => {
  const [checked, setChecked] = useState<CheckedVoucher>();
  const isPreviewed = (code = "") => code !== "" && code === checked?.code;
  return (
    <Card title="Voucher" text="Redeem a voucher for LAND or resources.">
      <FormSteps
        // Own form: the first submit previews the voucher, the second redeems it.
        form={ownForm(redeemVoucher.body!.fields, async ({ code }, send) => ({
          isRedeemed: isPreviewed(code),
          gift: isPreviewed(code)
            ? await send(redeemVoucher, { body: { code } })
            : await send(verifyVoucher, { params: { code: code.trim() } }),
        }))}
        initial={{ code: checked?.code ?? "" }}
        submit={({ code }) => (isPreviewed(code) ? "Redeem" : "Check code")}
        note={({ code = "" }) => (
          <div role="status">
            {checked && isPreviewed(code) && (
              <Banner icon="gift" title={`Value: ${giftSummary(checked.gift)}.`}>
                {redeemableUntil(checked.gift)}
              </Banner>
            )}
            {checked?.code === "" && code === "" && (
              <Banner kind="success" icon="check" title={`Redeemed: ${giftSummary(checked.gift)}.`} />
            )}
          </div>
        )}
        onSaved={({ isRedeemed, gift }, { code }) => {
          setChecked({ code: isRedeemed ? "" : code, gift });
          if (isRedeemed) onRedeemed?.();
        }}
      />
    </Card>
  );
};
