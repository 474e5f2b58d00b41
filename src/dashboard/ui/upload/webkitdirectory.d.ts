import "react";

declare module "react" {
  interface InputHTMLAttributes<T> {
    /** Lets the user choose a folder; the files carry `webkitRelativePath`. */
    webkitdirectory?: T extends HTMLInputElement ? "" : never;
  }
}
