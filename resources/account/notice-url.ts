/** Valid targets of a notice: a dashboard path or an absolute http(s) URL, never a script. */
export const noticeUrl = /^(\/(?![/\\])\S*|https?:\/\/\S+)$/i;
