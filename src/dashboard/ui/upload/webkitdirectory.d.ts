import "react";

declare module "react" {
  interface InputHTMLAttributes<T> {
    /** Lets the person choose a folder; the files carry `webkitRelativePath`. */
    webkitdirectory?: T extends HTMLInputElement ? "" : never;
  }
}
