/** Replaces the copy of ResizeObserver that antd's parts include for browsers without one. */
export default ResizeObserver;
