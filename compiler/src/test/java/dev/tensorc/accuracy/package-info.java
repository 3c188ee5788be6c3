/** How far the elementary functions are from the exact values, in every engine. */
package dev.tensorc.accuracy;
