/** Where a notice may lead: a path of the dashboard, or an absolute http(s) address; never to a script. */
export const noticeUrl = /^(\/(?![/\\])\S*|https?:\/\/\S+)$/i;
