import { useSignIn } from "../../flows/session/use-sign-in.ts";
import { QuickLoginPage } from "./quick-login-page.tsx";

/** /quick-login */
export const Component = () => <QuickLoginPage {...useSignIn()} />;
