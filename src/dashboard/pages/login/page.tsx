import { useSignIn } from "../../flows/session/use-sign-in.ts";
import { LoginPage } from "./login-page.tsx";

/** /login */
export const Component = () => <LoginPage {...useSignIn()} />;
