import "react";

declare module "react" {
  interface InputHTMLAttributes<T> {
    /** Lets the user select a folder; the files have `webkitRelativePath`. */
    webkitdirectory?: T extends HTMLInputElement ? "" : never;
  }
}
