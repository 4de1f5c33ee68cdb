/** Asks Amazon Bedrock AgentCore to stop what hosts a run. */
package dev.interlock.agentcore;
