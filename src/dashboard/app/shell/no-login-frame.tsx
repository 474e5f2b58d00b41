import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import { Suspense, useEffect } from "react";
import { Outlet } from "react-router";
import { rememberReturnPath } from "../../api/session/return-path.ts";
import { PublicFrame } from "../../framework/public-frame/public-frame.tsx";
import styles from "./no-login-frame.module.css";

/** Frame of shell screens that open without login: the public frame, without Refine. Signing in returns here. */
const NoLoginFrame = ({ client }: { readonly client: QueryClient }) => {
  useEffect(() => rememberReturnPath(), []);
  return (
    <QueryClientProvider client={client}>
      <PublicFrame signedIn={false}>
        <div className={styles.screen}>
          <Suspense>
            <Outlet />
          </Suspense>
        </div>
      </PublicFrame>
    </QueryClientProvider>
  );
};

export default NoLoginFrame;
